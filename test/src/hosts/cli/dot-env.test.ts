import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider } from './run-postrider.js'

describe('The postrider command with a .env file', () => {
  let cwd: string
  beforeEach(async () => {
    cwd = await freshDirectory('beside-env')
  })
  afterEach(endCommands)

  const run = (command: string, settings: Readonly<Record<string, string>> = {}) =>
    runPostrider(command.split(' '), settings, '', { cwd })
  const written = (...lines: readonly string[]): void =>
    writeFileSync(join(cwd, '.env'), `${lines.join('\n')}\n`, { mode: 0o600 })

  it('reads settings from the file unless the environment has them', async () => {
    written('POSTRIDER_DATA_DIR=./here', 'OTHER=1')
    expect(await run('migrate')).to.include({ exitCode: 0, err: '' })
    expect(existsSync(join(cwd, 'here/postrider.db'))).to.equal(true)
    expect((await run('doctor')).out).to.match(/^ok +settings +all settings are valid; 1 of them from .env$/m)
    expect(await run('migrate', { POSTRIDER_DATA_DIR: join(cwd, 'there') })).to.include({ exitCode: 0 })
    expect(existsSync(join(cwd, 'there/postrider.db'))).to.equal(true)
  })

  it("names the file if one of its settings is wrong or if it can't be read", async () => {
    written('POSTRIDER_LOG_LEVEL=loud')
    expect(await run('start')).to.deep.equal({
      exitCode: 78,
      out: '',
      err: 'POSTRIDER_LOG_LEVEL: must be one of debug, info, warn, error, silent, not "loud" (from .env)\n',
    })
    written('POSTRIDER_LOG_LEVEL')
    const sentence =
      '.env: line 1 is neither NAME=value nor a comment: mend it (a value with # in it stands in quotes)'
    expect(await run('http')).to.deep.equal({ exitCode: 78, out: '', err: `${sentence}\n` })
    const examined = await run('doctor')
    expect([examined.exitCode, examined.out]).to.deep.equal([
      1,
      `wrong  settings    ${sentence}\n${' '.repeat(19)}docs/settings.md\n\n1 problem found.\n`,
    ])
  })

  it('reports a master key in a file that other users can read', async () => {
    written(`POSTRIDER_MASTER_KEY=${Buffer.alloc(32, 1).toString('base64')}`, 'POSTRIDER_DATA_DIR=here')
    chmodSync(join(cwd, '.env'), 0o640)
    expect((await run('doctor')).out).to.match(
      /^wrong +settings +other users can read \.env\n +Run: chmod 600 \.env$/m,
    )
  })

  it('ignores the file for a demo, which is separate from any installation', async () => {
    mkdirSync(join(cwd, '.env'))
    const settings = { POSTRIDER_STORAGE_URL: 'mysql://u:p@db/postrider' }
    const demo = await run('demo', { ...settings, POSTRIDER_MASTER_KEY: Buffer.alloc(32).toString('base64') })
    expect(demo).to.include({
      exitCode: 78,
      err: 'POSTRIDER_STORAGE_URL: the demo runs on the embedded engines only: unset it\n',
    })
  })
})
