import axe from 'axe-core'
import { expect } from 'chai'
import { type BrowserPage, cookieOf, openBrowserPage } from '../../servers/browser.js'
import { qrPicture } from '@postrider/web-server/pages/qr-picture'
import { type ConsoleFixture, openConsoleFixture } from './console-fixture.js'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const accessible = async ({ page }: BrowserPage): Promise<void> => {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as axe.AxeResults
  expect(found.violations.map(({ id, help }) => `${id}: ${help}`)).to.deep.equal([])
}

describe('The console in a browser', () => {
  let console: ConsoleFixture
  let browser: BrowserPage
  before(async () => {
    console = await openConsoleFixture()
    browser = await openBrowserPage(320)
  })
  after(async () => {
    await browser.close()
    await console.close()
  })

  const signIn = async (code: string): Promise<void> => {
    const { page } = browser
    await page.fill('#email', console.admin.email)
    await page.fill('#password', console.admin.password)
    await page.fill('#code', code)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  it('has a sign-in form, and then opens the requested page', async () => {
    const { page, complaints } = browser
    await page.goto(`${console.origin}/messages/msg_1?state=failed`)
    expect(await page.locator('h1').textContent()).to.equal('Sign in')
    await accessible(browser)
    await signIn('000000')
    expect(await page.title()).to.equal('Problem: Sign in – Postrider console')
    await accessible(browser)
    expect(await page.inputValue('#email')).to.equal(console.admin.email)
    await signIn(console.nextCode())
    await page.getByText('drawn at /messages/msg_1?state=failed').waitFor()
    const cookie = await cookieOf(page, 'operator')
    expect(cookie).to.include({ name: 'operator', httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(await page.evaluate('document.cookie')).to.equal('')
    expect(complaints).to.deep.equal([])
  })

  it('enrolls a nominated super admin with forms, and signs them in', async () => {
    const { page } = browser
    const { link } = console.made.secondAdmin
    await page.context().clearCookies()
    await page.goto(`${console.origin}/enrolment`)
    await accessible(browser)
    await page.fill('#link', link.by === 'hand' ? link.link : expect.fail('it went by mail'))
    await page.fill('#password', 'eleven purple kettles')
    await page.fill('#passwordAgain', 'eleven purple kettles')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.locator('h1').textContent()).to.equal('Set up second factor')
    expect(await page.content()).to.not.include('kettles')
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    const uri = (await page.locator('main a[href^="otpauth:"]').getAttribute('href')) ?? ''
    expect(uri).to.include(secret)
    const drawn = (await page.locator('.qr path').getAttribute('d')) ?? 'nothing'
    expect(qrPicture(uri, '').html).to.include(drawn)
    expect((await page.locator('.qr').boundingBox())?.width).to.be.greaterThan(150)
    await page.fill('#passwordAgain', 'eleven purple kettle')
    await page.fill('#code', console.at.codeOf(secret))
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.title()).to.match(/^Problem: /)
    await accessible(browser)
    await page.fill('#passwordAgain', 'eleven purple kettles')
    await page.fill('#code', console.at.codeOf(secret))
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.locator('h1').textContent()).to.equal('You are a super admin')
    await accessible(browser)
    expect(await page.locator('.codes li').count()).to.equal(10)
  })
})
