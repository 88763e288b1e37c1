import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import ts from 'typescript'
import { repositoryRoot } from '../../architecture/source-files.js'
import { readBlocks } from '../../readme/read-blocks.js'
import { type ClientScene, openClientScene } from './client-scene.js'

const run = promisify(execFile)

describe('The README of the client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  it('runs from the first to the last line', async () => {
    const { sms } = scene.http.mine.template
    const page = readFileSync(join(repositoryRoot, 'clients/client/README.md'), 'utf8')
    const blocks = readBlocks(page).filter(({ language }) => language === 'ts')
    const text = blocks
      .map((block) => block.text)
      .join('\n')
      .replaceAll('tpl_…', sms.templateId)
      .replaceAll('tpl_otp', scene.http.mine.otpTemplate.templateId)
      // No dispatcher runs here, so the example waits only for the acceptance.
      .replace('{ timeoutMs: 60_000 }', "{ until: 'ACCEPTED' }")
      // No sequencer runs either, so no event arrives.
      .replace('new AbortController()', '{ signal: AbortSignal.timeout(1000) }')
    const target = ts.ScriptTarget.ES2022
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target, module: ts.ModuleKind.ESNext },
    })
    // Next to the tests, because the package is found from there.
    const file = join(repositoryRoot, 'test/dist/clients/client/readme-run.mjs')
    writeFileSync(file, outputText)
    const env = {
      ...process.env,
      POSTRIDER_CREDENTIAL: scene.http.mine.bearer,
      POSTRIDER_URL: scene.gateway.url,
    }
    const before = await scene.http.written()
    const { stdout } = await run(process.execPath, [file], { env })
    const lines = stdout.trim().split('\n')
    expect(lines[0]).to.equal('ACCEPTED 25')
    expect(lines).to.include.members(['false', '2 []', 'acceptable'])
    expect(lines.filter((line) => line === 'reservation 25').length).to.be.greaterThan(4)
    expect((await scene.http.written()).messages - before.messages).to.equal(5)
  })
})
