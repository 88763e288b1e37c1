import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../servers/run-directory.js'
import { aClone, REPOSITORY, runIn } from './a-clone.js'

const COMPILE = `import { compile } from './scripts/compile.mjs'; await compile()`

const project = (...references: readonly string[]) => ({
  compilerOptions: {
    composite: true,
    rootDir: 'src',
    outDir: 'dist',
    target: 'es2022',
    module: 'nodenext',
    types: [],
    skipLibCheck: true,
  },
  include: ['src'],
  references: references.map((path) => ({ path })),
})

const twoProjects = {
  'tsconfig.json': { files: [], references: [{ path: 'a' }, { path: 'b' }] },
  'a/tsconfig.json': project(),
  'a/src/a.ts': 'export const a = 1\n',
  'b/tsconfig.json': project('../a'),
  'b/src/b.ts': 'export const b: number = 2\n',
}

/** The steps without their duration. A long one is reported again. */
const stepsIn = (text: string): string[] => [
  ...new Set(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ \(\d+ s\)$/, '')),
  ),
]

describe('The compile step', () => {
  it('reports which project of how many is compiled, and nothing when nothing is to be done', async () => {
    const folder = await aClone(twoProjects)
    const first = await runIn(folder, COMPILE)
    expect(first.exitCode).to.equal(0)
    expect(stepsIn(first.err)).to.deep.equal(['Compiling 1 of 2: a', 'Compiling 2 of 2: b', 'Compiled'])
    expect(first.out).to.equal('')
    expect(await runIn(folder, COMPILE)).to.deep.equal({ exitCode: 0, out: '', err: '' })
    writeFileSync(join(folder, 'b/src/b.ts'), 'export const b: number = 3\n')
    expect(stepsIn((await runIn(folder, COMPILE)).err)).to.deep.equal(['Compiling 2 of 2: b', 'Compiled'])
  })

  it("passes on the compiler's output", async () => {
    const folder = await aClone({ ...twoProjects, 'b/src/b.ts': "export const b: number = 'x'\n" })
    const { exitCode, err } = await runIn(folder, COMPILE)
    expect(exitCode).to.equal(1)
    expect(err).to.match(/^b\/src\/b\.ts\(1,14\): error TS2322: /m)
    expect(err).to.include('The TypeScript does not compile.')
    expect(err).to.not.match(/^Compiled/m)
  })
})

describe('The installation', () => {
  it('reports its progress, and nothing when it is complete', async () => {
    const folder = await aClone({ 'small/package.json': { name: 'small', version: '1.0.0' } }, false)
    const npm = (...args: readonly string[]): void => {
      execFileSync('npm', [...args, '--offline', '--silent'], { cwd: folder, stdio: 'ignore' })
    }
    npm('pack', './small')
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'clone', version: '1.0.0', dependencies: { small: 'file:small-1.0.0.tgz' } }),
    )
    npm('install', '--package-lock-only')
    const text = `import { install } from './scripts/install.mjs'; await install()`
    const first = await runIn(folder, text)
    expect(first.exitCode, first.err).to.equal(0)
    expect(stepsIn(first.err).at(-1)).to.equal('Installed 1 packages')
    expect(existsSync(join(folder, 'node_modules/small/package.json'))).to.equal(true)
    expect(await runIn(folder, text)).to.deep.equal({ exitCode: 0, out: '', err: '' })
  })
})

describe('The progress', () => {
  const ON_TERMINAL = `import { startProgress } from './scripts/progress.mjs'
const terminal = { isTTY: true, columns: 24, write: (text) => process.stdout.write(text) }
let now = 'first'
const progress = startProgress(() => now, terminal)
progress.step()
now = 'second, which is longer than a line'
progress.step()
progress.say('a fault')
progress.end('Done')`

  it('is one line on a terminal, which changes, and is cut to its width', async () => {
    const { out } = await runIn(REPOSITORY, ON_TERMINAL)
    const clear = '\r\u001B[2K'
    const steps = `${clear}first (0 s)${clear}second, which is longer`
    expect(out).to.equal(`${steps}${clear}a fault\n${clear}Done (0 s)\n`)
  })
})

describe('Two processes that prepare one folder', () => {
  const WORK = `import { appendFileSync } from 'node:fs'
import { oneAtATime } from './scripts/one-at-a-time.mjs'
await oneAtATime('prepare', async () => {
  appendFileSync('order', 'begin ')
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.HOLD_MS ?? 0)))
  appendFileSync('order', 'end ')
})`
  const holding = (ms: number): string => `process.env.HOLD_MS = '${ms}'\n${WORK}`
  const order = async (folder: string): Promise<string> =>
    (
      await runIn(
        folder,
        `import { readFileSync } from 'node:fs'; console.log(readFileSync('order', 'utf8'))`,
      )
    ).out.trim()

  it('follow one another, and the second reports that it waits', async () => {
    const folder = await aClone({})
    const all = [runIn(folder, holding(5_000))]
    await eventually('the first one', () => existsSync(join(folder, 'order')))
    all.push(runIn(folder, holding(0)))
    const [first, second] = await Promise.all(all)
    expect(first).to.deep.equal({ exitCode: 0, out: '', err: '' })
    expect(second?.err).to.equal('Another command installs or compiles here: waiting for it ...\n')
    expect(await order(folder)).to.equal('begin end begin end')
  })

  it("don't wait for one that was killed", async () => {
    const folder = await aClone({})
    const first = runIn(folder, holding(60_000))
    await eventually('the first one', () => existsSync(join(folder, 'order')))
    process.kill(first.pid, 'SIGKILL')
    await first
    expect(existsSync(join(folder, '.prepare.sock'))).to.equal(true)
    expect(await runIn(folder, holding(0))).to.deep.equal({ exitCode: 0, out: '', err: '' })
    expect(await order(folder)).to.equal('begin begin end')
  })
})

describe('The scripts on a Node that is too old', () => {
  const manifest = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const asIf = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`

  it('name the required version', async () => {
    const check = `import { createRequire } from 'node:module'; createRequire(import.meta.url)('${REPOSITORY}scripts/check-node.cjs')`
    const run = (version: string) => runIn(REPOSITORY, check, ['--import', asIf(version)])
    for (const old of ['18.20.4', '20.18.3']) {
      const { exitCode, err } = await run(old)
      expect(exitCode).to.equal(1)
      expect(err).to.equal(
        `Postrider needs Node 20.19 or newer, and this is Node ${old} (${process.execPath}): install a newer one (https://nodejs.org), and run the command again.\n`,
      )
    }
    for (const good of ['20.19.0', '22.1.0']) expect((await run(good)).err).to.equal('')
  })

  it("leave it to the command to report that it isn't compiled yet", async () => {
    const folder = await aClone({}, false)
    cpSync(join(REPOSITORY, 'hosts/cli/bin'), join(folder, 'hosts/cli/bin'), { recursive: true })
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'hosts/cli/bin/postrider.mjs'), 'start'],
      {
        encoding: 'utf8',
      },
    )
    expect(status).to.equal(1)
    expect(stderr).to.equal('Postrider is not compiled yet: run npm run build in its folder first.\n')
  })

  it('all use the check', async () => {
    for (const [name, command] of Object.entries(manifest.scripts))
      expect(command, name).to.match(/^node -r \.\/scripts\/check-node\.cjs scripts\//)
  })
})

describe('The command in a clone', () => {
  const BIN = 'hosts/cli/bin/postrider.mjs'

  it('is its bundle, as long as that matches the compiled files', async () => {
    const folder = await aClone(
      {
        'hosts/cli/dist/main.js': `console.log('compiled')`,
        'hosts/cli/bundle/main.js': `console.log('bundle')`,
        'hosts/cli/dist/.tsbuildinfo': {},
      },
      false,
    )
    cpSync(join(REPOSITORY, BIN), join(folder, BIN))
    const run = () => spawnSync(process.execPath, [join(folder, BIN)], { encoding: 'utf8' }).stdout
    expect(run()).to.equal('compiled\n')
    const state = join(folder, 'hosts/cli/dist/.tsbuildinfo')
    writeFileSync(
      join(folder, 'hosts/cli/bundle/built-from.json'),
      JSON.stringify({ '../dist/.tsbuildinfo': Math.round(statSync(state).mtimeMs) }),
    )
    expect(run()).to.equal('bundle\n')
    const copy = await freshDirectory('copy')
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
    expect(spawnSync(process.execPath, [join(copy, BIN)], { encoding: 'utf8' }).stdout).to.equal('bundle\n')
    utimesSync(state, 1, 1)
    expect(run()).to.equal('compiled\n')
  })
})
