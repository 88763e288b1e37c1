import { expect } from 'chai'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { SignedIn } from '../builders/signed-in.js'
import { aCustomerKey, aSponsor } from '../hosts/http/agents.js'
import { type HttpFixture, openHttpFixture } from '../hosts/http/http-fixture.js'
import { binary } from '../servers/binaries.js'
import { freshDirectory } from '../servers/run-directory.js'
import { siteText } from './built-site.js'
import { runSample, SAMPLE_LANGUAGES } from './run-sample.js'

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  amp: '&',
}

const textOf = (html: string): string =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)

/** The samples of a request: its code in each language. */
type Samples = ReadonlyMap<string, string>

/** The requests of a page that are shown in several languages. */
const requestsOf = (page: string): readonly Samples[] =>
  [...siteText(`${page}.html`).matchAll(/<div class="tabs">[^]*?<!-- end of tabs -->/g)].map(
    ([tabs]) =>
      new Map(
        [...tabs.matchAll(/data-language="(\w+)">[^]*?<code>([^]*?)<\/code><\/pre>/g)].map(
          ([, language = '', code = '']) => [language, textOf(code)],
        ),
      ),
  )

/** The pages with such requests, and for each request a part of its path and of its response. */
const PAGES: Readonly<Record<string, ReadonlyArray<readonly [path: string, response: RegExp]>>> = {
  clients: [
    ['/v1/auth/check', /"projectId":"prj_/],
    ['/v1/messages', /"messageId":"msg_\w+","state":"ACCEPTED"/],
    ['/v1/messages/msg_', /"state":"ACCEPTED"/],
    ['/v1/messages?idempotencyKey=', /"messages":\[\{/],
    ['/v1/messages/recent?limit=10', /"messages":\[\{/],
    ['/v1/test/messages?to=', /"messages":\[/],
  ],
  'first-app': [
    ['/v1/agent/createOrganization', /"organizationId":"org_/],
    ['/v1/agent/registerApp', /"appId":"app_/],
    ['/v1/control/createServerCredential', /"secret":"pr_test_/],
  ],
}

describe('The requests of how-to pages', () => {
  let http: HttpFixture
  let folder: string
  let owner: SignedIn
  let agentKey: string
  let messageId: string
  before(async () => {
    binary('curl')
    http = await openHttpFixture()
    folder = await freshDirectory('samples')
    const { organizationId } = http.mine.organization
    owner = await aSponsor(http, organizationId)
    const made = await aCustomerKey(http, owner, organizationId, { allowlist: ['registerApp'] })
    agentKey = made.bearer
  })
  after(() => http.close())

  /** The placeholders of the page, replaced by records of the test. */
  const filled = (code: string, language: string): string => {
    const { organization, project, app, template } = http.mine
    return code
      .replaceAll('org_…', organization.organizationId)
      .replaceAll('brd_…', app.brandId)
      .replaceAll('prj_…', project.projectId)
      .replaceAll('app_…', app.appId)
      .replaceAll('tpl_…', template.sms.templateId)
      .replaceAll('msg_…', messageId)
      .replaceAll('+447400123456', '+919876543210')
      .replaceAll(/(["'])order\1/g, '$1note$1')
      .replaceAll(/order-4711-shipped|create-acme-1|register-1|credential-1/g, `$&-${language}`)
      .replaceAll('"…"', `"${new Date(Date.now() + DAY_MS).toISOString()}"`)
      .replaceAll("'…'", `'${new Date(Date.now() + DAY_MS).toISOString()}'`)
  }

  const outputOf = async (language: string, code: string): Promise<string> =>
    runSample(folder, language, filled(code, language), {
      POSTRIDER_URL: `http://127.0.0.1:${http.port}`,
      POSTRIDER_CREDENTIAL: http.mine.bearer,
      POSTRIDER_AGENT_KEY: agentKey,
      POSTRIDER_BOOTSTRAP_KEY: (await aCustomerKey(http, owner, undefined)).bearer,
      POSTRIDER_ACCESS_TOKEN: owner.accessToken,
    })

  for (const [page, requests] of Object.entries(PAGES)) {
    it(`are known: ${page}`, () => {
      const found = requestsOf(page).map((samples) => samples.get('bash') ?? '')
      expect(found.map((code) => /\$POSTRIDER_URL([^"]+)"/.exec(code)?.[1] ?? '')).to.have.length(
        requests.length,
      )
      requests.forEach(([path], at) => expect(found[at]).to.contain(`$POSTRIDER_URL${path}`))
    })

    for (const language of SAMPLE_LANGUAGES)
      it(`work as written: ${page} in ${language}`, async () => {
        const samples = requestsOf(page)
        for (const [at, [path, response]] of requests.entries()) {
          const code = samples[at]?.get(language) ?? expect.fail(`${path} has no sample`)
          const printed = await outputOf(language, code)
          expect(printed, path).to.match(response)
          messageId = /"messageId":"(msg_\w+)"/.exec(printed)?.[1] ?? messageId
        }
      })
  }

  it('are shown as written where they are more than one curl command', () => {
    expect(requestsOf('tutorial-otp-login')).to.deep.equal([])
    expect(requestsOf('quick-start')).to.deep.equal([])
  })
})
