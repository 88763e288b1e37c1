import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { build } from 'esbuild'
import { repositoryRoot } from '../../architecture/source-files.js'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { type ClientScene, openClientScene } from './client-scene.js'
import type { Fault } from './faulty-gateway.js'

const run = promisify(execFile)

/** Runtimes other than Node, as npm packages in tested versions. */
const RUNTIMES = [
  '@oven/bun-linux-x64@1.4.5',
  '@deno/linux-x64-glibc@2.9.6',
  '@cloudflare/workerd-linux-64@1.20261117.1',
]

const FAULTS: readonly Fault[] = ['answer lost', 'page 503', 'cut in the middle']

/** The program for every runtime: it sends once despite faults, and checks the classes of the errors. */
const BODY = `
const client = new Postrider({ credential: given.credential, baseUrl: given.baseUrl })
const sent = await client.messages.send(given.message)
let code
try {
  await client.messages.get('msg_none')
} catch (error) {
  if (error instanceof NotFoundError && error instanceof PostriderError) code = error.code
}
const told = JSON.stringify({ messageId: sent.messageId, attempts: sent.lastResponse.attempts, code })
`

const IMPORTED = 'Postrider, PostriderError, NotFoundError'

const PROGRAMS: Readonly<Record<string, (given: string) => string>> = {
  'main.mjs': (given) =>
    `import { ${IMPORTED} } from '@postrider/client'\nconst given = ${given}\n${BODY}\nconsole.log(told)\n`,
  'main.cjs': (given) =>
    `const { ${IMPORTED} } = require('@postrider/client')\nconst given = ${given}\n` +
    `const main = async () => {${BODY}\nconsole.log(told)\n}\nmain()\n`,
  'worker.mjs': (given) =>
    `import { ${IMPORTED} } from '@postrider/client'\nconst given = ${given}\n` +
    `export default { fetch: async () => {${BODY}\nreturn new Response(told) } }\n`,
}

const capnp = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private", "local", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundled.mjs")],
  compatibilityDate = "2026-01-01",
);
`

const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

describe('The packed client', () => {
  let scene: ClientScene
  let folder: string
  before(async () => {
    scene = await openClientScene()
    folder = await freshDirectory('packed')
    const pack = `import('./scripts/pack-packages.mjs').then(({ packPackages }) => packPackages(${JSON.stringify(folder)}, ['@postrider/client']))`
    await run(process.execPath, ['-e', pack], { cwd: repositoryRoot })
    writeFileSync(join(folder, 'package.json'), '{ "name": "customer", "private": true }')
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    const wanted = [join(folder, tarball), ...RUNTIMES]
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...wanted], {
      cwd: folder,
    })
  })
  after(() => scene.close())

  const write = (name: string): string => {
    const { bearer: credential } = scene.http.mine
    const given = JSON.stringify({ credential, baseUrl: scene.gateway.url, message: scene.message() })
    const file = join(folder, name)
    writeFileSync(file, PROGRAMS[name]?.(given) ?? '')
    return file
  }

  const expectSentOnce = async (work: () => Promise<string>): Promise<void> => {
    const before = await scene.http.written()
    scene.befall(...FAULTS)
    const result = JSON.parse(await work()) as Readonly<Record<string, unknown>>
    expect(result).to.include({ attempts: FAULTS.length + 1, code: 'not_found' })
    expect(result['messageId']).to.match(/^msg_/)
    expect((await scene.http.written()).messages - before.messages).to.equal(1)
  }

  const commands: ReadonlyArray<readonly [string, () => readonly [string, ...string[]]]> = [
    ['Node, as ESM', () => [process.execPath, write('main.mjs')]],
    ['Node, as CommonJS', () => [process.execPath, write('main.cjs')]],
    ['Bun', () => [join(folder, 'node_modules/@oven/bun-linux-x64/bin/bun'), 'run', write('main.mjs')]],
    [
      'Deno',
      () => [
        join(folder, 'node_modules/@deno/linux-x64-glibc/deno'),
        'run',
        '--quiet',
        '--no-remote',
        '--allow-net=127.0.0.1',
        '--node-modules-dir=manual',
        write('main.mjs'),
      ],
    ],
  ]
  for (const [title, commandOf] of commands)
    it(`sends once on ${title}, despite a lost response, a proxy page and a truncated response`, () =>
      expectSentOnce(async () => {
        const [command, ...args] = commandOf()
        const env = { ...process.env, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' }
        return (await run(command, args, { cwd: folder, env })).stdout
      }))

  it('sends once on workerd, the runtime of Cloudflare Workers', async () => {
    await build({
      entryPoints: [write('worker.mjs')],
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['import'],
      outfile: join(folder, 'bundled.mjs'),
      logLevel: 'silent',
    })
    const port = await freePort()
    const config = join(folder, 'worker.capnp')
    writeFileSync(config, capnp(port))
    const workerd = spawn(
      join(folder, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd'),
      ['serve', config],
      { stdio: 'ignore' },
    )
    try {
      await expectSentOnce(async () => {
        let body = ''
        await eventually('the worker answers', async () => {
          const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
          body = (await answer?.text()) ?? ''
          return body !== ''
        })
        return body
      })
    } finally {
      workerd.kill()
    }
  })

  it('recognizes its errors across its two copies', async () => {
    const file = join(folder, 'both.mjs')
    writeFileSync(
      file,
      `import { createRequire } from 'node:module'
import { ConfigurationError, PostriderError, RateLimitError } from '@postrider/client'
const { Postrider } = createRequire(import.meta.url)('@postrider/client')
try {
  new Postrider({ credential: 'none', baseUrl: 'https://a.example' })
} catch (error) {
  console.log(error instanceof ConfigurationError, error instanceof PostriderError, error instanceof RateLimitError)
}`,
    )
    expect((await run(process.execPath, [file])).stdout.trim()).to.equal('true true false')
  })

  it('has at most 7 kB of packed code, 1 kB more for webhooks, 64 kB of types, and no dependencies', async () => {
    const own = join(folder, 'node_modules/@postrider/client')
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Readonly<
      Record<string, unknown>
    >
    expect(Object.keys(manifest)).not.to.include.members(['dependencies'])
    const packedBytes = async (contents: string): Promise<number> => {
      const bundled = await build({
        stdin: { contents, resolveDir: join(own, 'dist') },
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
        platform: 'neutral',
      })
      return gzipSync(bundled.outputFiles[0]?.contents ?? '', { level: 9 }).length
    }
    expect(await packedBytes("export { Postrider } from './entry.js'")).to.be.at.most(7_000)
    expect(await packedBytes("export * from './entry.js'")).to.be.at.most(8_000)
    const types = filesBelow(join(own, 'dist'), '.d.ts').reduce((sum, file) => sum + statSync(file).size, 0)
    expect(types).to.be.at.most(64_000)
  })
})
