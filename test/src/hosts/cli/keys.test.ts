import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/keys.md', import.meta.url)), 'utf8')

/** The `postrider` commands of the page, in order. */
const COMMANDS = [...page.matchAll(/^ *npx postrider (.*)$/gm)].map(([, words = '']) =>
  [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
)

describe('The master key of an installation', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await freshDirectory('keys')
  })
  afterEach(endCommands)

  /** Serves once, so that the installation stores the id of its key. */
  const serveOnce = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    const started = startPostrider(['start'], settings)
    await started.logged('serving')
    started.process.kill('SIGTERM')
    expect(await started.exitCode).to.equal(0)
  }

  it('is rotated by the documented commands in their order', async () => {
    const data = { POSTRIDER_DATA_DIR: dataDir }
    await serveOnce(data)
    const file = join(dataDir, 'master.key')
    expect(existsSync(file)).to.equal(true)
    const former = parseMasterKey(readFileSync(file, 'utf8')).id
    const own = newMasterKey()
    const present = parseMasterKey(own).id
    const both = {
      ...data,
      POSTRIDER_MASTER_KEY: own,
      POSTRIDER_PREVIOUS_MASTER_KEYS: readFileSync(file, 'utf8').trim(),
    }
    await serveOnce(both)
    const before = await runPostrider(['doctor'], both)
    expect(before.out).to.match(new RegExp(`ok +keys +the installation encrypts with ${former}`))
    expect(COMMANDS.map(([name]) => name)).to.deep.equal(['keys', 'doctor', 'audit'])
    const [rotate = [], doctor = [], verify = []] = COMMANDS
    const rotated = await runPostrider(rotate, both)
    expect(rotated).to.deep.include({ exitCode: 0 })
    expect(rotated.err).to.include(`encrypted with ${present}, no longer with ${former}`)
    expect(rotated.out).to.include(`Everything is encrypted with ${present}.`)
    const examined = await runPostrider(doctor, both)
    expect(examined.out).to.match(new RegExp(`ok +keys +the installation encrypts with ${present}`))
    expect(examined.out).to.match(new RegExp(`note +keys +${former} encrypts nothing\n +.*keep it until`))
    expect(await runPostrider(verify, both)).to.deep.include({ exitCode: 0 })
    const alone = { ...data, POSTRIDER_MASTER_KEY: own }
    const unproved = await runPostrider(verify, alone)
    expect(unproved.exitCode).to.equal(3)
    expect(unproved.out).to.include(former)
    await serveOnce(alone)
    const back = await runPostrider(['start'], data)
    expect(back.exitCode).to.equal(78)
  })

  it('is required by every command that serves or changes something, which otherwise prints one line and exits with 78', async () => {
    await serveOnce({ POSTRIDER_DATA_DIR: dataDir })
    const named = parseMasterKey(readFileSync(join(dataDir, 'master.key'), 'utf8')).id
    const other = newMasterKey()
    const wrong = { POSTRIDER_DATA_DIR: dataDir, POSTRIDER_MASTER_KEY: other }
    for (const command of [
      ['start'],
      ['http'],
      ['dispatcher'],
      ['admin', 'user', 'create'],
      ['keys', 'rotate'],
    ]) {
      const { exitCode, err } = await runPostrider(command, wrong)
      expect(exitCode, command.join(' ')).to.equal(78)
      expect(err.trimEnd().split('\n'), command.join(' ')).to.have.length(1)
      expect(err).to.match(new RegExp(`^POSTRIDER_MASTER_KEY: .*${named}.*${parseMasterKey(other).id}`))
    }
    expect((await runPostrider(['doctor'], wrong)).out).to.match(new RegExp(`wrong +keys +.*${named}`))
    writeFileSync(join(dataDir, 'master.key'), `${other}\n`, { mode: 0o600 })
    expect((await runPostrider(['start'], { POSTRIDER_DATA_DIR: dataDir })).exitCode).to.equal(78)
  })
})
