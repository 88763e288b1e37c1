import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import type { ConsoleFixture } from '../hosts/console/console-fixture.js'
import type { BrowserPage } from '../servers/browser.js'
import { NOWHERE } from '../hosts/set-up/an-installation.js'
import { openSignedInBrowser, type SignedInBrowser } from './signed-in-browser.js'

describe('Records at their own addresses, in a browser', () => {
  let console: ConsoleFixture
  let browser: BrowserPage
  let address: string
  let signedIn: SignedInBrowser

  before(async () => {
    signedIn = await openSignedInBrowser()
    ;({ console, browser, address } = signedIn)
  })
  after(async () => {
    await signedIn.close()
  })
  const go = (path: string): Promise<void> => signedIn.go(path)

  it('open with their title and a way back, and link to their history, which links back to them', async () => {
    const { page } = browser
    const { userId, email } = console.made.firstAdmin
    await go(`/people/admins/${userId}`)
    const record = page.locator('section[aria-label="Super admin"]')
    await record.getByText(email).waitFor()
    await page.locator('h1', { hasText: 'People and keys / Olu' }).waitFor()
    await record.getByRole('link', { name: 'History' }).click()
    await page.waitForURL(`${address}/audit?target=${userId}`)
    await page.locator('[data-row]').first().click()
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.waitForURL(`${address}/people/admins/${userId}`)
    await record.getByText(email).waitFor()
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
    expect(await page.locator('h1').innerText()).to.equal('People and keys')
    expect(await page.title()).to.equal('People and keys · Postrider')
  })

  it("show if they don't exist", async () => {
    await go('/people/keys/agk_01k9x7c2v5n8q4r6t0w3y1z5bd')
    await browser.page.locator('h2', { hasText: 'Not on this list' }).waitFor()
    expect(browser.complaints).to.deep.equal([])
  })

  it('link from the row to the history of prices and apps', async () => {
    const { page } = browser
    const { organizationId } = console.made
    for (const [path, name, id] of [
      ['/prices', 'all Organizations', 'prv'],
      [`/organizations/${organizationId}`, 'Order service', 'app'],
    ] as const) {
      await go(path)
      const row = page.getByRole('row', { name }).first()
      await row.getByRole('link', { name: 'History' }).click()
      await page.waitForURL((url) => url.searchParams.get('target')?.startsWith(id) === true)
      await page.locator('[data-row]').first().waitFor()
    }
  })

  it('are listed as soon as they are stopped, with person and reason, and resumed from the row', async () => {
    const { page } = browser
    const { postrider } = console.at
    await go('/switches')
    const none = page.locator('h2', { hasText: 'No emergency stops' })
    await none.waitFor()
    const olu = await right(postrider.admitOperator({ ...console.admin, code: console.nextCode() }, NOWHERE))
    const block = { prefix: '+881', reason: 'It costs too much.' }
    await right(postrider.runOperation(olu, 'blockDestination', block, NOWHERE))
    const row = page.getByRole('row', { name: /\+881….*Destination.*Olu.*It costs too much\./ })
    await row.getByRole('link', { name: 'History' }).waitFor()
    await row.getByRole('button', { name: 'Unblock…' }).click()
    await page.getByLabel('Reason').fill('They pay for it now.')
    await page.getByRole('button', { name: 'Unblock +881' }).click()
    await none.waitFor()
    expect(browser.complaints).to.deep.equal([])
  })

  it('preview the effect of a price while it is entered, before it is proposed', async () => {
    const { page } = browser
    await go('/prices')
    await page.getByRole('button', { name: 'Propose a price' }).click()
    await page.locator('dialog select').first().selectOption('sms')
    for (const [field, text] of [
      ['destinationPrefix', '+91'],
      ['currency', 'INR'],
      ['unitAmountMinor', '0.25'],
    ] as const)
      await page.locator(`[id="f/${field}"]`).fill(text)
    await page.locator('dialog h2', { hasText: 'No effect' }).waitFor()
    await page.getByText('This price would not have applied to any message of the last 30 days.').waitFor()
  })
})
