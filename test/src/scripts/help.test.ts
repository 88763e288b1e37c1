import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { repositoryRoot } from '../architecture/source-files.js'

const folder = join(repositoryRoot, 'scripts')

/** The scripts that are commands of their own. */
const commands = readdirSync(folder).filter(
  (name) => name.endsWith('.mjs') && /^ *await main\(/m.test(readFileSync(join(folder, name), 'utf8')),
)

describe('--help of a script', () => {
  it('exists for every script of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const named = Object.values(scripts).map(
      (command) => /scripts\/([\w-]+\.mjs)$/.exec(command)?.[1] ?? command,
    )
    expect(commands).to.include.members(named)
  })

  for (const name of commands)
    for (const option of ['--help', '-h'])
      it(`prints the usage of ${name} and does nothing else (${option})`, async () => {
        const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, name), option])
        expect(stdout).to.match(/^Usage: (?:npm|node) [^\n]+\n/)
        expect(stderr).to.equal('')
      })
})
