import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { isCommands, readBlocks, stepsOf } from '../../readme/read-blocks.js'
import { hasShape } from '../../readme/shape.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { aPerson } from '../../hosts/http/people.js'
import { type DevScene, openDevScene } from './dev-scene.js'

const run = promisify(execFile)

describe('The README of postrider-dev', () => {
  let scene: DevScene
  before(async () => {
    scene = await openDevScene()
  })
  after(() => scene.close())

  it('can be pasted from the first to the last line', async () => {
    const folder = await freshDirectory('dev-readme')
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const program = join(repositoryRoot, 'clients/dev/bin/postrider-dev.mjs')
    writeFileSync(join(bin, 'postrider-dev'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
      mode: 0o755,
    })
    const page = readFileSync(join(repositoryRoot, 'clients/dev/README.md'), 'utf8')
    const { sms } = scene.http.mine.template
    const env = {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: scene.home,
      POSTRIDER_URL: scene.url,
      POSTRIDER_CREDENTIAL: scene.http.mine.bearer,
    }
    const person = await aPerson(scene.http)
    await scene.runBare(['login', '--url', scene.url, '--email', person.email], { piped: person.password })
    const steps = stepsOf(readBlocks(page))
    expect(steps.filter(({ commands }) => isCommands(commands)).length).to.be.greaterThan(5)
    const before = await scene.http.written()
    for (const { commands, answer } of steps) {
      const script = `set -e -o pipefail\n${commands.text.replaceAll('tpl_sms', sms.templateId)}`
      const { stdout } = await run('bash', ['-c', script], { cwd: folder, env })
      expect(stdout).not.to.equal('')
      if (answer?.language === 'text') expect(hasShape(stdout, answer.text), stdout).to.equal(true)
    }
    expect((await scene.http.written()).messages - before.messages).to.equal(4)
  })
})
