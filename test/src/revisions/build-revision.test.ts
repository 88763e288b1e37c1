import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freshDirectory } from '../servers/run-directory.js'
import { buildRevision } from './build-revision.js'

const TIMEOUT_MS = 240_000

const keptLines = (): { readonly lines: string[]; readonly say: (line: string) => void } => {
  const lines: string[] = []
  return { lines, say: (line) => lines.push(line) }
}

const planIn = async (revision: string) => ({
  revision,
  folder: join(await freshDirectory('revision'), 'tree'),
  projects: ['adapters/node'],
  say: keptLines().say,
})

describe('A commit in a folder of its own', () => {
  it('runs on its own packages, and on none of the tree next to it', async function () {
    this.timeout(TIMEOUT_MS)
    const { commit, folder } = await buildRevision(await planIn('HEAD'))
    expect(commit).to.match(/^[0-9a-f]{40}$/)
    const file = join(folder, 'adapters/node/dist/system/system-clock.js')
    const program = `import(${JSON.stringify(file)}).then((m) => console.log(m.createSystemClock().nowMs()))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
    expect(Number(stdout)).to.be.greaterThan(0)
    const core = createRequire(file).resolve('@postrider/core/fp')
    expect(core).to.equal(join(await realpath(folder), 'core/dist/fp.js'))
  })

  it('is refused if no such commit exists', async () => {
    const plan = await planIn('no-such-branch')
    const outcome = await buildRevision(plan).then(
      () => 'built',
      (error: unknown) => String(error),
    )
    expect(outcome).to.contain('this clone has no commit no-such-branch')
  })

  it('is abandoned on request', async () => {
    const controller = new AbortController()
    const { lines, say } = keptLines()
    const plan = {
      ...(await planIn('HEAD')),
      signal: controller.signal,
      say: (line: string) => {
        say(line)
        if (line.startsWith('compiling')) controller.abort()
      },
    }
    const outcome = await buildRevision(plan).then(
      () => 'built',
      (error: unknown) => (error as Error).name,
    )
    expect(outcome).to.equal('AbortError')
    expect(lines).to.have.length(2)
  })
})
