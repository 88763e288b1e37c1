import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '@postrider/dev'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { type DevScene, openDevScene } from './dev-scene.js'

const run = promisify(execFile)
const PROGRAM = join(repositoryRoot, 'clients/dev/bin/postrider-dev.mjs')

/** The most module files that a start may load; commander has eight of them. */
const MOST_MODULES = 20

describe('postrider-dev in a shell', () => {
  let scene: DevScene
  let folder: string
  before(async () => {
    scene = await openDevScene()
    folder = await freshDirectory('dev-shell')
  })
  after(() => scene.close())

  it('loads few modules before it knows the command', async () => {
    const coverage = join(folder, 'coverage')
    mkdirSync(coverage)
    const env = { ...process.env, NODE_V8_COVERAGE: coverage }
    const { stdout } = await run(process.execPath, [PROGRAM, '--version'], { env })
    const manifest = readFileSync(join(repositoryRoot, 'clients/dev/package.json'), 'utf8')
    expect(stdout.trim()).to.equal((JSON.parse(manifest) as { version: string }).version)
    const { result } = JSON.parse(readFileSync(join(coverage, readdirSync(coverage)[0] ?? ''), 'utf8')) as {
      result: ReadonlyArray<{ readonly url: string }>
    }
    const files = result.filter(({ url }) => url.startsWith('file:'))
    expect(files.length, files.map(({ url }) => url).join('\n')).to.be.within(2, MOST_MODULES)
    expect(files.some(({ url }) => url.includes('clients/client/'))).to.equal(false)
  })

  it('shows the result in its exit code, and keeps messages out of the data', () => {
    const { bearer } = scene.http.mine
    const env = {
      ...process.env,
      HOME: scene.home,
      POSTRIDER_CREDENTIAL: bearer,
      POSTRIDER_URL: 'http://127.0.0.1:1',
    }
    const ran = spawnSync(process.execPath, [PROGRAM, 'why', '-o', 'jsonl'], { env, encoding: 'utf8' })
    expect(ran.status).to.equal(1)
    for (const line of ran.stdout.trim().split('\n')) expect(JSON.parse(line)).to.have.property('step')
    expect(ran.stderr).to.include('A send would fail: address')
    expect(spawnSync(process.execPath, [PROGRAM, 'nothing'], { env }).status).to.equal(2)
  })

  const COMPLETED: ReadonlyArray<readonly [words: readonly string[], ...some: readonly string[]]> = [
    [['se'], 'send'],
    [['otp', ''], 'send', 'verify'],
    [['send', '--ch'], '--channel'],
    [['send', '-o', 'js'], 'json', 'jsonl'],
    [['send', '--channel', ''], 'sms', 'whatsapp', 'email'],
    [['trigger', 'rej'], 'rejected'],
    [['call', 'registerA'], 'registerApp'],
    [['call', 'registerApp', '-d', 'plat'], 'platform='],
    [['completion', ''], 'bash', 'zsh', 'fish'],
  ]
  for (const [words, ...some] of COMPLETED)
    it(`completes: ${words.join(' ')}`, async () => {
      const { out } = await scene.runBare(['__complete', '--', 'postrider-dev', ...words])
      expect(out.trim().split('\n')).to.deep.equal(some)
    })

  it('completes in bash', async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'postrider-dev'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
      mode: 0o755,
    })
    const script = [
      'eval "$(postrider-dev completion bash)"',
      'COMP_WORDS=(postrider-dev trigger und) COMP_CWORD=2',
      '_postrider_dev',
      'echo "${COMPREPLY[@]}"',
    ].join('\n')
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, HOME: scene.home }
    const { stdout } = await run('bash', ['--norc', '-c', script], { env })
    expect(stdout.trim()).to.equal('undelivered')
  })

  it('writes every format so that it can be parsed again, with any content', async () => {
    const home = join(folder, 'home')
    const profiles = join(home, '.config/postrider/profiles')
    mkdirSync(profiles, { recursive: true })
    const labels = ['two\nlines\tand \\ a tab', '\u001b[31mred', 'dlrow \u202eolleh\u2066\u2028\u200f']
    for (const [at, label] of labels.entries()) {
      const profile = { url: scene.url, credential: { label, appId: 'app_1' } }
      writeFileSync(join(profiles, `p${at}.json`), JSON.stringify(profile), { mode: 0o600 })
    }
    const shown = async (format: string): Promise<string> =>
      (await scene.runBare(['profiles', '-o', format], { environment: { HOME: home } })).out
    const labelsIn = (records: unknown) =>
      (records as ReadonlyArray<{ label: string }>).map(({ label }) => label)
    expect(labelsIn(JSON.parse(await shown('json')))).to.deep.equal(labels)
    const lines = (await shown('jsonl')).trim().split('\n')
    expect(labelsIn(lines.map((line): unknown => JSON.parse(line)))).to.deep.equal(labels)
    const [head = '', first = ''] = (await shown('tsv')).split('\n')
    const at = head.split('\t').indexOf('label')
    expect(first.split('\t')[at]).to.equal('two\\nlines\\tand \\\\ a tab')
    const table = await shown('table')
    expect(table.split('\n')).to.have.lengthOf(5)
    expect(table).to.include('\\u001b[31mred').and.not.to.include('\u001b')
    expect(table)
      .to.include('dlrow \\u202eolleh\\u2066\\u2028\\u200f')
      .and.not.to.match(/[\u202e\u2066\u2028\u200f]/)
    const none = await scene.runBare(['profiles', '-o', 'json'], { environment: { HOME: folder } })
    expect(JSON.parse(none.out)).to.deep.equal([])
  })

  it('uses colors only on a terminal, and none with NO_COLOR', async () => {
    const shownWith = async (isTTY: boolean, more: object): Promise<string> => {
      let shown = ''
      const environment = {
        HOME: scene.home,
        POSTRIDER_URL: scene.url,
        POSTRIDER_CREDENTIAL: scene.http.mine.bearer,
      }
      await runCommand(['why'], {
        environment: { ...environment, ...more },
        input: process.stdin,
        output: { isTTY, write: (text) => void (shown += text) },
        words: { write: () => undefined },
        signal: new AbortController().signal,
      })
      return shown
    }
    const ESCAPE = '\u001b['
    expect(await shownWith(true, {})).to.include(ESCAPE)
    expect(await shownWith(false, {})).not.to.include(ESCAPE)
    expect(await shownWith(true, { NO_COLOR: '1' })).not.to.include(ESCAPE)
  })
})
