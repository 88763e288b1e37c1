import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { repositoryRoot } from '../../architecture/source-files.js'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { readBlocks } from '../../readme/read-blocks.js'
import { binary } from '../../servers/binaries.js'
import { freshDirectory } from '../../servers/run-directory.js'

const run = promisify(execFile)

/** Recipients of the tenant's country, the only one that its app may send to. */
const RECIPIENTS = ['+919876543210', '+919876543211'] as const
const FOREIGN = '+447400123456'

/**
 * A language of the clients page: its section, the file in that section, and the command that runs the
 * program.
 */
interface Language {
  readonly heading: string
  readonly language: string
  readonly file: string
  readonly program: readonly string[]
  readonly tool: () => string
}

const LANGUAGES: readonly Language[] = [
  {
    heading: 'Generate types for Python',
    language: 'python',
    file: 'send.py',
    program: ['python3', 'send.py'],
    tool: () => binary('python3'),
  },
  {
    heading: 'Generate types for Go',
    language: 'go',
    file: 'main.go',
    program: ['./send'],
    tool: () => binary('go'),
  },
]

/** The output of a program, and its exit code. */
interface Ran {
  readonly code: number
  readonly out: string
  readonly words: string
}

for (const { heading, language, file, program, tool } of LANGUAGES)
  describe(`The clients page: ${heading}`, () => {
    let scene: HttpFixture
    let folder: string
    let environment: Readonly<Record<string, string | undefined>>

    const runProgram = async (...args: readonly string[]): Promise<Ran> => {
      const [command = '', ...first] = program
      const options = { cwd: folder, env: environment }
      try {
        const { stdout, stderr } = await run(command, [...first, ...args], options)
        return { code: 0, out: stdout, words: stderr }
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        return { code, out: stdout, words: stderr }
      }
    }

    /** The output of the page's commands, which generate, compile and send. */
    let printed: string
    before(async () => {
      scene = await openHttpFixture()
      const restrictions = { allowedCountries: ['IN'] }
      await right(scene.storage.catalog.save({ apps: [{ ...scene.mine.app, restrictions }] }))
      folder = await freshDirectory('generated')
      environment = {
        ...process.env,
        PATH: [dirname(tool()), dirname(binary('curl')), process.env['PATH']].join(delimiter),
        POSTRIDER_URL: `http://127.0.0.1:${scene.port}`,
        POSTRIDER_CREDENTIAL: scene.mine.bearer,
        // Generated code needs no modules, and the compiler no C.
        GOPROXY: 'off',
        GOFLAGS: '',
        GO111MODULE: 'on',
        CGO_ENABLED: '0',
        GOCACHE: join(folder, '.cache'),
      }
      const page = readFileSync(join(repositoryRoot, 'docs/clients.md'), 'utf8')
      const blocks = readBlocks(page).filter((block) => block.heading === heading)
      const textOf = (wanted: string) => blocks.find((block) => block.language === wanted)?.text ?? ''
      writeFileSync(join(folder, file), textOf(language))
      const commands = textOf('bash')
        .replaceAll('tpl_…', scene.mine.template.sms.templateId)
        .replace('+447400123456', RECIPIENTS[0])
        .replace('+447400123457', RECIPIENTS[1])
      const { stdout } = await run('bash', ['-euc', commands], { cwd: folder, env: environment })
      printed = stdout
    })
    after(() => scene.close())

    it("sends a batch with the page's commands, and reads the state of each message", async () => {
      expect(printed.trim().split('\n').slice(-2)).to.eql(['0 accepted ACCEPTED', '1 accepted ACCEPTED'])
      const { messages } = await scene.written()
      expect(messages).to.equal(2)
    })

    it('reports that the same batch under the same key is replayed', async () => {
      const { templateId } = scene.mine.template.sms
      const again = await runProgram('order-4711', templateId, ...RECIPIENTS)
      expect(again.out.trim().split('\n')).to.eql(['0 replayed ACCEPTED', '1 replayed ACCEPTED'])
      expect((await scene.written()).messages).to.equal(2)
    })

    it('reads the error of a single rejected message', async () => {
      const { templateId } = scene.mine.template.sms
      const sent = await runProgram('one-refused', templateId, RECIPIENTS[0], FOREIGN)
      expect(sent.out.trim().split('\n')).to.eql([
        '0 accepted ACCEPTED',
        '1 rejected destination_not_allowed',
      ])
    })

    it('reads the error of a rejected request', async () => {
      const refused = await runProgram('none-sent', 'tpl_unknown', RECIPIENTS[0])
      expect(refused).to.deep.include({ code: 1, out: '' })
      expect(refused.words).to.match(/^refused: template_unavailable(: .+)?\n$/)
    })
  })
