import { expect } from 'chai'
import { TE } from '@postrider/core/fp'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { type Refusal, refusal } from '@postrider/core/kernel/refusals/refusal'
import type { ConsoleFixture } from '../console/console-fixture.js'
import { openConsoleFixture } from '../console/console-fixture.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { type LogLine, listeningLog } from '../http/listening-log.js'
import type { Visited } from '../http/visit.js'
import { openWebsiteBeside, type WebsiteBeside } from './website-beside.js'

const LINK = /<p class="after">Documentation: <a href="([^"]+)">([^<]+)<\/a>/

const HTML = { accept: 'text/html,application/xhtml+xml' }
const BUG = 'a bug that the test makes'
const OUTAGE: Outage = { _tag: 'StorageUnavailable', cause: 'the test' }

describe('The links to the documentation on pages of problems', () => {
  let http: HttpFixture
  let docsUrl: string
  let website: WebsiteBeside
  let console: ConsoleFixture
  let lines: readonly LogLine[]
  let left: Refusal | Outage
  before(async () => {
    http = await openHttpFixture()
    docsUrl = `http://127.0.0.1:${http.port}/docs`
    const listening = listeningLog()
    lines = listening.lines
    const { personSessions } = http.postrider
    website = await openWebsiteBeside(http, {
      docsUrl,
      log: listening.log,
      postrider: {
        ...http.postrider,
        personSessions: {
          ...personSessions,
          begin: () => TE.left(left),
          find: (token) => {
            if (token === undefined) throw new Error(BUG)
            return personSessions.find(token)
          },
        },
      },
    })
    console = await openConsoleFixture()
  })
  after(async () => {
    await website.close()
    await console.close()
    await http.close()
  })

  /** Expects a link to a page and a heading that exist. */
  const expectLink = async (html: string, path: string): Promise<void> => {
    const [, href = '', text = ''] = LINK.exec(html) ?? expect.fail(`no link on ${html}`)
    expect(href).to.equal(`${docsUrl}/${path}`)
    expect(text.length).to.be.greaterThan(10)
    const page = await fetch(href)
    expect(page.status, href).to.equal(200)
    const [, anchor] = path.split('#')
    if (anchor !== undefined) expect(await page.text(), href).to.contain(` id="${anchor}"`)
  }

  const signIn = (why: Refusal | Outage): Promise<Visited> => {
    left = why
    return website.sendForm('/sign-in', { email: 'asha@example.com', password: 'x', next: '/' })
  }

  it('lead from an address without a page, or another method, to the guide and the code', async () => {
    const lost = await website.visit('/nowhere')
    expect(lost.status).to.equal(404)
    await expectLink(lost.html, 'website')
    const refused = await website.sendForm('/', {})
    expect(refused.status).to.equal(405)
    await expectLink(refused.html, 'errors/method_not_allowed')
    await expectLink((await website.visit('/invitation?token=x')).html, 'website#sign-up-and-sign-in')
  })

  it('lead from a form of another site, and from one that can’t be read, to these problems', async () => {
    const post = async (headers: Record<string, string>): Promise<string> => {
      const response = await fetch(`${website.origin}/sign-in`, { method: 'POST', headers, body: '{}' })
      expect(response.status).to.be.greaterThan(400)
      return response.text()
    }
    const json = { 'content-type': 'application/json' }
    await expectLink(
      await post({ ...json, origin: 'https://evil.example' }),
      'troubleshooting#console-and-website',
    )
    await expectLink(await post({ ...json, origin: website.origin }), 'troubleshooting#console-and-website')
  })

  it('lead from a failed sign-in to sign-in, to its limits or to the outage', async () => {
    for (const [why, status, path] of [
      [refusal('InvalidCredentials'), 401, 'website#sign-up-and-sign-in'],
      [refusal('TooManyRequests'), 429, 'api/sign-in#throttling'],
      [OUTAGE, 503, 'errors/service_unavailable'],
    ] as const) {
      const answer = await signIn(why)
      expect(answer.status).to.equal(status)
      await expectLink(answer.html, path)
    }
  })

  it('are on the page of an unhandled error, with the request ID that the log has', async () => {
    const response = await fetch(`${website.origin}/`, { headers: HTML })
    expect(response.status).to.equal(500)
    const html = await response.text()
    await expectLink(html, 'errors/internal_error')
    const requestId = response.headers.get('x-request-id') ?? ''
    expect(html).to.contain(`<code>${requestId}</code>`).and.not.contain(BUG)
    const logged = lines.filter(({ fields }) => fields['requestId'] === requestId)
    expect(logged.map(({ message }) => message)).to.include('unhandled error in request')
    expect(logged.some(({ fields }) => fields['errorCode'] === 'internal_error')).to.equal(true)
  })

  it('leave programs the error body of an unhandled error', async () => {
    const response = await fetch(`${website.origin}/`, { headers: { accept: 'application/json' } })
    expect(response.headers.get('content-type')).to.equal('application/json')
    expect(await response.json()).to.include({ code: 'internal_error' })
  })

  it('lead from the console to its own pages', async () => {
    const port = await console.openConsole({ docsUrl })
    const origin = `http://127.0.0.1:${port}`
    await expectLink(await (await fetch(`${origin}/nowhere`)).text(), 'console')
    const answer = await fetch(`${origin}/sign-in`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ ...console.admin, password: 'wrong', code: '123456', next: '/' }),
    })
    expect(answer.status).to.equal(401)
    await expectLink(await answer.text(), 'console#sign-in')
  })

  it('are missing if the documentation is turned off', async () => {
    const lost = await fetch(`${console.origin}/nowhere`)
    expect(await lost.text()).to.not.match(LINK)
  })
})
