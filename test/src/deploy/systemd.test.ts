import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { parseSettings } from '@postrider/wiring/settings'
import { settingsThatExist } from '../containers/settings-that-exist.js'
import { runPostrider } from '../hosts/cli/run-postrider.js'
import { binary } from '../servers/binaries.js'
import { freshDirectory } from '../servers/run-directory.js'
import { parseUnit, type Unit } from './unit-file.js'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
const FOLDER = join(REPOSITORY, 'deploy/systemd')
const COMMON = 'postrider-.service.d/common.conf'

const SERVICES = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))

const unitOf = (name: string): Unit => parseUnit(readFileSync(join(FOLDER, name), 'utf8'))

/** Units that systemd itself provides and these units name. */
const THEIRS = ['sysinit', 'basic', 'shutdown', 'network-online', 'multi-user']

/** The folder of a machine after the page's commands, without `systemd-sysusers`. */
const installedRoot = async (): Promise<string> => {
  const root = await freshDirectory('machine')
  const at = (path: string): string => join(root, path)
  for (const folder of ['usr/bin', 'usr/local/sbin', 'usr/lib/systemd/system'])
    mkdirSync(at(folder), { recursive: true })
  cpSync(FOLDER, at('opt/postrider/deploy/systemd'), { recursive: true })
  cpSync(join(REPOSITORY, '.env.example'), at('opt/postrider/.env.example'))
  const page = readFileSync(join(REPOSITORY, 'docs/deploying.md'), 'utf8')
  const [, block = ''] = /cd deploy\/systemd\n([^`]*)```/.exec(page) ?? []
  const script = block.replace(' && systemd-sysusers', '').replace(/(?<= )\/(?=(etc|opt|usr)\/)/g, `${root}/`)
  execFileSync('sh', ['-ec', script], { cwd: at('opt/postrider/deploy/systemd'), stdio: 'pipe' })

  writeFileSync(at('usr/bin/node'), '#!/bin/sh\n', { mode: 0o755 })
  for (const name of THEIRS)
    writeFileSync(at(`usr/lib/systemd/system/${name}.target`), `[Unit]\nDescription=${name}\n`)
  return root
}

interface Verdict {
  readonly exitCode: number | null
  readonly output: string
}

const analyze = (...args: readonly string[]): Verdict => {
  const { status, stdout, stderr } = spawnSync(binary('systemdAnalyze'), args, { encoding: 'utf8' })
  return { exitCode: status, output: `${stdout}${stderr}` }
}

const verify = (root: string): Verdict =>
  analyze('verify', `--root=${root}`, '--recursive-errors=yes', '--man=no', 'postrider.target', ...SERVICES)

describe('The systemd units', () => {
  it('are accepted by systemd, once installed as the page describes', async () => {
    const root = await installedRoot()
    expect(SERVICES).to.have.lengthOf(6)
    expect(verify(root)).to.deep.equal({ exitCode: 0, output: '' })
  })

  it('would be refused with an unknown name, or without the program', async () => {
    const root = await installedRoot()
    const common = join(root, 'etc/systemd/system', COMMON)
    const text = readFileSync(common, 'utf8')
    writeFileSync(common, text.replace('PrivateTmp=', 'PrivateTemp='))
    expect(verify(root).output).to.include("Unknown key 'PrivateTemp'")
    writeFileSync(common, text)
    chmodSync(join(root, 'usr/bin/node'), 0o644)
    expect(verify(root)).to.deep.include({ exitCode: 1 })
  })

  it('restrict what a service can access', async () => {
    const root = await installedRoot()
    // On systemd's scale from 0 to 10, in tenths. A service without restrictions has 9.6.
    for (const name of SERVICES) {
      const { exitCode, output } = analyze(
        'security',
        '--offline=true',
        `--root=${root}`,
        '--threshold=15',
        name,
      )
      expect(exitCode, output).to.equal(0)
    }
  })

  it('keep the secrets to root, and pass the key on without an environment', async () => {
    const root = await installedRoot()
    for (const name of ['master.key', 'postrider.env'])
      expect(statSync(join(root, 'etc/postrider', name)).mode & 0o777, name).to.equal(0o600)
    const common = unitOf(COMMON)
    expect(common.get('Service.LoadCredential')).to.deep.equal(['master.key:/etc/postrider/master.key'])
    expect(common.get('Service.Environment')).to.include('POSTRIDER_MASTER_KEY_FILE=%d/master.key')
    const key = join(root, 'etc/postrider/master.key')
    const environment = {
      POSTRIDER_MASTER_KEY_FILE: key,
      POSTRIDER_DATA_DIR: join(root, 'var/lib/postrider'),
      POSTRIDER_STORAGE_URL: 'mysql://postrider:a@127.0.0.1:3306/postrider',
    }
    const settings = parseSettings(environment)
    if (E.isLeft(settings)) expect.fail(JSON.stringify(settings.left))
    expect(settings.right.masterKey).to.equal(readFileSync(key, 'utf8').trim())
  })

  it('start existing commands, with existing settings', async () => {
    const exist = settingsThatExist()
    const { out: help } = await runPostrider(['--help'], {})
    for (const name of [...SERVICES, COMMON]) {
      const unit = unitOf(name)
      const set = (unit.get('Service.Environment') ?? []).map((one) => one.slice(0, one.indexOf('=')))
      for (const setting of set.filter((one) => one.startsWith('POSTRIDER_')))
        expect(exist, name).to.include(setting)
      for (const line of unit.get('Service.ExecStart') ?? []) {
        const [node, program, command] = line.split(' ')
        expect([node, program], name).to.deep.equal([
          '/usr/bin/node',
          '/opt/postrider/hosts/cli/bin/postrider.mjs',
        ])
        expect(help, name).to.match(new RegExp(`^ +${String(command)} `, 'm'))
      }
    }
  })

  it('set the same Node options as the image', () => {
    const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8')
    const [, options] = /^ +(NODE_OPTIONS=\S+)/m.exec(dockerfile) ?? []
    expect(unitOf(COMMON).get('Service.Environment')).to.include(options)
  })

  it("wait for a drain, and don't restart after an invalid setting", () => {
    const common = unitOf(COMMON)
    expect(parseInt(common.get('Service.TimeoutStopSec')?.[0] ?? '', 10)).to.be.greaterThan(20)
    expect(common.get('Service.Restart')).to.deep.equal(['on-failure'])
    expect(common.get('Service.RestartPreventExitStatus')).to.deep.equal(['78'])
    for (const name of ['postrider-http.service', 'postrider-dispatcher.service'])
      expect(unitOf(name).get('Unit.After')?.[0], name).to.include('postrider-migrate.service')
  })

  it('include a command that runs like they do', async () => {
    const folder = await freshDirectory('fake')
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const PATH = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
    const output = await new Promise<string>((resolve, reject) => {
      const args = ['admin', 'create', '--name', 'Olu Ade']
      execFile(join(FOLDER, 'postrider'), args, { env: { PATH } }, (error, out) =>
        error === null ? resolve(out) : reject(error),
      )
    })
    const words = output.trim().split('\n')
    // The prefix of its name includes the settings of the services.
    expect(words.find((word) => word.startsWith('--unit='))).to.match(/^--unit=postrider-command-\d+$/)
    expect(words.slice(words.indexOf('--'))).to.deep.equal([
      '--',
      '/usr/bin/node',
      '/opt/postrider/hosts/cli/bin/postrider.mjs',
      'admin',
      'create',
      '--name',
      'Olu Ade',
    ])
  })
})
