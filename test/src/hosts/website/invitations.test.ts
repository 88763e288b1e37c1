import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import { type BrowserPage, cookieOf, openBrowser, type RealBrowser } from '../../servers/browser.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { aPassword, aPerson, control, type Person, postJson, signInAs } from '../http/people.js'
import { openWebsiteBeside, type WebsiteBeside } from './website-beside.js'

const DEAD = 'This link doesn’t work'

describe('An invitation, accepted on the website in a browser without script', () => {
  let http: HttpFixture
  let website: WebsiteBeside
  let late: WebsiteBeside
  let owner: SignedIn
  let browser: RealBrowser
  let visitor: BrowserPage
  before(async () => {
    http = await openHttpFixture()
    website = await openWebsiteBeside(http)
    const clock = { nowMs: () => http.ports.clock.nowMs() + 7 * DAY_MS }
    late = await openWebsiteBeside(http, { clock, postrider: createPostrider({ ...http.ports, clock }) })
    owner = await aSignedInUser(http)
    await takeIn(http, http.mine.organization.organizationId, owner, 'owner')
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await Promise.all([website.close(), late.close()])
    await http.close()
  })
  beforeEach(async () => {
    visitor = await browser.open({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } })
  })
  afterEach(async () => {
    expect(visitor.complaints).to.deep.equal([])
    await visitor.close()
  })

  /** The path of the emailed link. */
  const invite = async (email: string): Promise<string> => {
    const { organizationId } = http.mine.organization
    const order = { organizationId, email, role: 'developer' }
    expect((await control(http, owner.accessToken, 'inviteOrganizationMember', order)).status).to.equal(200)
    const mail = (await http.readMail()).find(({ to }) => to === email)
    return /\/invitation\?token=\w+/.exec(mail?.text ?? '')?.[0] ?? expect.fail('no link came')
  }

  const tokenOf = (path: string): string => path.split('token=')[1] ?? ''

  const heading = (page: Page = visitor.page) => page.locator('h1').textContent()

  const fill = async (fields: Readonly<Record<string, string>>, page: Page = visitor.page): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  /** A person's role in the organization, according to the API. */
  const roleOf = async (person: Pick<Person, 'email' | 'password'>): Promise<string | undefined> => {
    const answer = await control(http, await signInAs(http, person), 'getCustomerContext')
    const { memberships } = answer.body as {
      memberships: ReadonlyArray<{ organization: { organizationId: string }; role: string }>
    }
    const { organizationId } = http.mine.organization
    return memberships.find(({ organization }) => organization.organizationId === organizationId)?.role
  }

  /** Follows the link again and sends a form that was opened before; neither works any longer. */
  const expectUsedUp = async (path: string, stale: Page, fields: Readonly<Record<string, string>>) => {
    await fill(fields, stale)
    expect(await heading(stale)).to.equal(DEAD)
    await visitor.page.goto(website.origin + path)
    expect(await heading()).to.equal(DEAD)
  }

  it('makes a new person a member with a name and a password, signed in at once and able to sign in later', async () => {
    const { page } = visitor
    const [email, password] = [`mina.${fresh.hex(8)}@example.org`, aPassword()]
    const path = await invite(email)
    // A mail scanner follows the link first.
    for (let look = 0; look < 3; look += 1) expect((await website.visit(path)).status).to.equal(200)
    const stale = await page.context().newPage()
    for (const tab of [stale, page]) await tab.goto(website.origin + path)
    expect(await heading()).to.equal('Accept the invitation')
    expect(await page.textContent('main'))
      .to.include(http.mine.organization.displayName)
      .and.include('developer')
    expect(await page.inputValue('#email')).to.equal(email)
    await fill({ displayName: 'Mina Rao', password: '123456789012' })
    expect(await page.title()).to.match(/^Problem: /)
    expect(await page.inputValue('[name=displayName]')).to.equal('Mina Rao')
    expect(await page.inputValue('[name=password]')).to.equal('')
    await fill({ password })
    expect(page.url()).to.equal(`${website.origin}/`)
    const cookie = await cookieOf(page, 'person')
    expect(cookie).to.include({ name: 'person', httpOnly: true, sameSite: 'Strict' })
    const { facts } = await right(http.postrider.personSessions.find(cookie?.value ?? ''))
    expect(facts.user).to.include({ email, displayName: 'Mina Rao' })
    expect(await roleOf({ email, password })).to.equal('developer')
    await expectUsedUp(path, stale, { displayName: 'Somebody Else', password: aPassword() })
    await page.context().clearCookies()
    await page.goto(`${website.origin}/sign-in`)
    await fill({ email, password })
    expect(page.url()).to.equal(`${website.origin}/`)
  })

  it('accepts a person with an account by their password, and by no other', async () => {
    const { page } = visitor
    const person = await aPerson(http)
    const path = await invite(person.email)
    const stale = await page.context().newPage()
    for (const tab of [stale, page]) await tab.goto(website.origin + path)
    expect(await page.locator('[name=displayName]').count()).to.equal(0)
    await fill({ password: aPassword() })
    expect(await page.textContent('.problem')).to.include(
      'Wrong password. Try again, or reset it from the sign-in page.',
    )
    expect(await roleOf(person)).to.equal(undefined)
    await fill({ password: person.password })
    expect(page.url()).to.equal(`${website.origin}/`)
    expect(await roleOf(person)).to.equal('developer')
    await expectUsedUp(path, stale, { password: person.password })
  })

  it('expires after 7 days for new and existing users, and then accepts no form', async () => {
    const [stranger, password, person] = [
      `mina.${fresh.hex(8)}@example.org`,
      aPassword(),
      await aPerson(http),
    ]
    for (const [email, fields] of [
      [stranger, { displayName: 'Mina Rao', password }],
      [person.email, { password: person.password }],
    ] as const) {
      const path = await invite(email)
      await visitor.page.goto(late.origin + path)
      expect(await heading()).to.equal(DEAD)
      const sent = await late.sendForm('/invitation', { ...fields, token: tokenOf(path) })
      expect([sent.status, sent.headers.get('set-cookie')]).to.deep.equal([404, null])
    }
    expect((await postJson(http, '/v1/sessions', { email: stranger, password })).status).to.equal(401)
    expect(await roleOf(person)).to.equal(undefined)
  })
})
