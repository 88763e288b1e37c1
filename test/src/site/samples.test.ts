import { expect } from 'chai'
import { type HttpFixture, openHttpFixture } from '../hosts/http/http-fixture.js'
import { binary } from '../servers/binaries.js'
import { freshDirectory } from '../servers/run-directory.js'
import { siteText } from './built-site.js'
import { runSample, SAMPLE_LANGUAGES } from './run-sample.js'

/** The sample of an operation in a language, from the Markdown of its page. */
const sampleOf = (operation: string, language: string): string => {
  const text = siteText(`reference/${operation}.md`)
  const samples = text.slice(text.indexOf('\n## Samples\n'))
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(samples)?.[1] ?? ''
}

describe('The samples of the API reference', () => {
  let http: HttpFixture
  let folder: string
  before(async () => {
    binary('curl')
    http = await openHttpFixture()
    folder = await freshDirectory('samples')
  })
  after(() => http.close())

  /** The examples of the contract, replaced by records of the test. */
  const filled = (code: string, key: string, messageId: string): string => {
    const { project, app, template } = http.mine
    return code
      .replaceAll(/prj_\w+/g, project.projectId)
      .replaceAll(/app_\w+/g, app.appId)
      .replaceAll(/tpl_\w+/g, template.sms.templateId)
      .replaceAll(/msg_\w+/g, messageId)
      .replaceAll('+447400123456', '+919876543210')
      .replaceAll('order-10024-confirmation', key)
      .replaceAll(/(["'])order\1/g, '$1note$1')
  }

  const output = (language: string, code: string): Promise<string> =>
    runSample(folder, language, code, {
      POSTRIDER_URL: `http://127.0.0.1:${http.port}`,
      POSTRIDER_CREDENTIAL: http.mine.bearer,
    })

  for (const language of SAMPLE_LANGUAGES)
    it(`send a message and read it, in ${language}`, async () => {
      const sent = await output(language, filled(sampleOf('sendMessage', language), `sample-${language}`, ''))
      const messageId = /"messageId":"(msg_\w+)"/.exec(sent)?.[1] ?? expect.fail(sent)
      const read = await output(language, filled(sampleOf('getMessage', language), '', messageId))
      expect(read).to.contain(`"messageId":"${messageId}"`).and.contain('"channel":"sms"')
    })
})
