import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { type ClientScene, openClientScene } from './client-scene.js'
import type { Fault } from './faulty-gateway.js'

const run = promisify(execFile)

/** The observed behavior of a program that uses the client: its output, and the keys of its requests. */
interface Course {
  readonly printed: string
  readonly keys: ReadonlyArray<string | undefined>
}

interface Mutant {
  readonly title: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly faults: readonly Fault[]
  /** A program that uses `client` and `given`. */
  readonly program: string
  isWrong(course: Course): boolean
}

const SEND = 'await client.messages.send(given.message)'

const MUTANTS: readonly Mutant[] = [
  {
    title: 'a new key for each attempt',
    file: 'calls/attempt.js',
    from: '                headers,\n',
    to: "                headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },\n",
    faults: ['answer lost'],
    program: SEND,
    isWrong: ({ keys }) => new Set(keys).size !== 1,
  },
  {
    title: 'a retry on 409',
    file: 'calls/retry.js',
    from: 'return failed.body.retryable',
    to: 'return failed.body.retryable || failed.status === 409',
    faults: [],
    program: `const idempotencyKey = 'conflict-' + Date.now()
      await client.messages.send(given.message, { idempotencyKey })
      await client.messages.send({ ...given.message, clientReference: 'another' }, { idempotencyKey }).catch(() => 0)`,
    isWrong: ({ keys }) => keys.length !== 2,
  },
  {
    title: 'a page with 500 treated as final',
    file: 'calls/retry.js',
    from: 'status >= 500',
    to: 'status > 500',
    faults: ['page 500'],
    program: `${SEND}.catch(() => 0)`,
    isWrong: ({ keys }) => keys.length !== 2,
  },
  {
    title: 'an ignored Retry-After',
    file: 'calls/pauses.js',
    from: 'Math.max(floorMs, ',
    to: 'Math.max(0, ',
    faults: ['limited 429'],
    program: `const pauses = []
      const begin = globalThis.setTimeout
      globalThis.setTimeout = (task, ms, ...given) => {
        // Others bound a try, or are of what asks.
        if (new Error().stack.includes('pauses.js')) pauses.push(ms)
        return begin(task, ms, ...given)
      }
      ${SEND}
      console.log(Math.max(...pauses))`,
    isWrong: ({ printed }) => Number(printed) < 990,
  },
  {
    title: 'a leftover timer',
    file: 'calls/attempt.js',
    from: 'clearTimeout(timer)',
    to: 'void timer',
    faults: [],
    program: `const open = new Set()
      const { setTimeout: begin, clearTimeout: end } = globalThis
      globalThis.setTimeout = (task, ms) => {
        const timer = begin(task, ms)
        if (ms > 5000) open.add(timer.unref())
        return timer
      }
      globalThis.clearTimeout = (timer) => (open.delete(timer), end(timer))
      ${SEND}
      console.log(open.size)`,
    isWrong: ({ printed }) => Number(printed) > 0,
  },
]

const programOf = ({ program }: Mutant): string => `import { Postrider } from './entry.js'
const given = JSON.parse(process.env.GIVEN)
const client = new Postrider({ ...given, maxRetries: 1 })
${program}
`

describe('A mutant of the client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  const courseIn = async (folder: string, mutant: Mutant): Promise<Course> => {
    const file = join(folder, 'program.mjs')
    writeFileSync(file, programOf(mutant))
    const from = scene.gateway.requests.length
    scene.befall(...mutant.faults)
    const given = { credential: scene.http.mine.bearer, baseUrl: scene.gateway.url, message: scene.message() }
    const env = { ...process.env, GIVEN: JSON.stringify(given) }
    const { stdout } = await run(process.execPath, [file], { env })
    return { printed: stdout.trim(), keys: scene.gateway.requests.slice(from).map(({ key }) => key) }
  }

  for (const mutant of MUTANTS)
    it(`with ${mutant.title} is detected, and the original passes`, async () => {
      const { file, from, to, isWrong } = mutant
      const folder = await freshDirectory('mutant')
      cpSync(join(repositoryRoot, 'clients/client/dist'), folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      expect(isWrong(await courseIn(folder, mutant))).to.equal(false)
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text.split(from)).to.have.lengthOf(2)
      writeFileSync(
        join(folder, file),
        text.replace(from, () => to),
      )
      expect(isWrong(await courseIn(folder, mutant))).to.equal(true)
    })
})
