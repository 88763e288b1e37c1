import axe from 'axe-core'
import { expect } from 'chai'
import { type BrowserPage, openBrowserPage } from '../../../servers/browser.js'
import { type HttpFixture, openHttpFixture } from '../../http/http-fixture.js'
import { aPassword, aPerson, type Person, postJson } from '../../http/people.js'
import { openWebsiteBeside, type WebsiteBeside } from '../website-beside.js'
import { openSomePages, PAGE_NAMES, type SomePages } from './some-pages.js'

/** The width that a page must fit without horizontal scrolling (WCAG 2.2, 1.4.10). */
const NARROW = 320

/** The automated rules of WCAG 2.2 A and AA, and of good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that the page fits the window and passes the rules. */
const expectAccessible = async ({ page, complaints }: BrowserPage): Promise<void> => {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as axe.AxeResults
  expect(found.violations.map(({ id, help }) => `${id}: ${help}`)).to.deep.equal([])
  const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  expect(await page.evaluate(wide)).to.equal(false)
  expect(complaints).to.deep.equal([])
}

describe('The new password page in a browser', () => {
  let http: HttpFixture
  let website: WebsiteBeside
  let browser: BrowserPage
  before(async () => {
    http = await openHttpFixture()
    website = await openWebsiteBeside(http)
  })
  after(async () => {
    await website.close()
    await http.close()
  })
  beforeEach(async () => {
    browser = await openBrowserPage(NARROW)
  })
  afterEach(() => browser.close())

  /** Follows the emailed link. */
  const followLink = async ({ email }: Person): Promise<void> => {
    await postJson(http, '/v1/password-recovery', { email })
    const mail = (await http.readMail()).find(({ to }) => to === email)
    const path = /\/recover\?token=\w+/.exec(mail?.text ?? '')?.[0] ?? expect.fail('no link came')
    await browser.page.goto(website.origin + path)
  }

  const press = (key: 'Tab' | 'Enter') => browser.page.keyboard.press(key)
  const type = (text: string) => browser.page.keyboard.type(text)
  const heading = () => browser.page.locator('h1').textContent()
  /** Browsers move the focus at the next rendering. */
  const focusComesTo = async (selector: string): Promise<void> => {
    await browser.page.locator(`${selector}:focus`).waitFor()
  }

  /** Fills both fields and submits with the keyboard only, starting in the first field. */
  const send = async (password: string, again: string): Promise<void> => {
    await type(password)
    await press('Tab')
    await focusComesTo('#passwordAgain')
    await type(again)
    await Promise.all([browser.page.waitForEvent('load'), press('Enter')])
  }

  it('can be filled in with the keyboard, and the new password works', async () => {
    const person = await aPerson(http)
    await followLink(person)
    expect(await heading()).to.equal('Set a new password')
    await expectAccessible(browser)
    const password = aPassword()
    await press('Tab')
    await focusComesTo('#password')
    await send(password, password)
    expect(await heading()).to.equal('Password changed')
    expect(browser.page.url()).to.not.contain('token')
    await expectAccessible(browser)
    const signedIn = await postJson(http, '/v1/sessions', { email: person.email, password })
    expect(signedIn.status).to.equal(200)
  })

  it('puts the focus on the problem, and then on the field', async () => {
    await followLink(await aPerson(http))
    await press('Tab')
    const password = aPassword()
    await send(password, `${password}!`)
    expect(await browser.page.title()).to.equal('Problem: Set a new password – Postrider')
    await focusComesTo('.problem')
    await expectAccessible(browser)
    expect(await browser.page.locator('#password').inputValue()).to.equal('')
    await press('Tab')
    await press('Enter')
    await focusComesTo('#passwordAgain')
  })

  it('checks the minimum length itself, so that nothing is sent', async () => {
    await followLink(await aPerson(http))
    await press('Tab')
    await type('too short')
    await press('Tab')
    await type('too short')
    await press('Enter')
    expect(await heading()).to.equal('Set a new password')
    expect(await browser.page.locator('.problem').count()).to.equal(0)
    await focusComesTo('#password')
  })
})

describe('Every page in a browser', () => {
  let pages: SomePages
  let browser: BrowserPage
  before(async () => {
    pages = await openSomePages()
    browser = await openBrowserPage(NARROW)
  })
  after(async () => {
    await browser.close()
    await pages.close()
  })

  for (const name of PAGE_NAMES)
    it(`is accessible in a narrow window (${name})`, async () => {
      const { html } = await pages.pageOf(name, 'Asha Stores')
      await browser.page.setContent(html)
      await expectAccessible(browser)
    })
})
