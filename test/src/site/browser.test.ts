import { expect } from 'chai'
import { type BrowserPage, openBrowserPage } from '../servers/browser.js'
import { type HttpFixture, openHttpFixture } from '../hosts/http/http-fixture.js'
import { axeFindings } from '../web/axe-findings.js'

/** A page of each kind. */
const KINDS = [
  '/docs',
  '/docs/api/sending',
  '/docs/website-guide',
  '/docs/errors',
  '/docs/errors/insufficient_balance',
  '/docs/errors/fields/too_many',
  '/docs/alerts/PostriderNotReady',
  '/docs/settings/POSTRIDER_STORAGE_URL',
  '/docs/metrics/postrider_ready',
  '/docs/providers/smpp',
  '/docs/reference',
  '/docs/reference/sendMessage',
  '/docs/reference/admin/listMessages',
  '/docs/reference/socket',
  '/docs/source/deploy/balancers/nginx.conf',
  '/docs/all',
  '/docs/nothing-here',
]

const NARROW = 320
const WIDE = 1280

describe('The documentation site in a browser', () => {
  let http: HttpFixture
  let browser: BrowserPage
  before(async () => {
    http = await openHttpFixture()
    browser = await openBrowserPage(WIDE)
  })
  after(async () => {
    await browser.close()
    await http.close()
  })

  const open = async (path: string, width = WIDE): Promise<void> => {
    await browser.page.setViewportSize({ width, height: 800 })
    await browser.page.goto(`http://127.0.0.1:${http.port}${path}`)
  }

  for (const colorScheme of ['light', 'dark'] as const)
    it(`is accessible on every kind of page, wide and at ${NARROW} pixels, in the ${colorScheme} theme`, async () => {
      await browser.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of KINDS)
        for (const width of [NARROW, WIDE]) {
          await open(path, width)
          expect(await axeFindings(browser.page), `${path} at ${width}`).to.deep.equal([])
        }
    })

  it('finds a page with the keyboard only', async () => {
    const { page } = browser
    await open('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('too_many_requests')
    await page.locator('#results a').first().waitFor()
    expect(await axeFindings(page, 'dialog.search')).to.deep.equal([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/errors/too_many_requests')
    await page.goBack()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rotate master key')
    await page.locator('#results a').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog.search').isVisible()).to.equal(false)
  })

  it('keeps a chosen theme and language on the next page', async () => {
    const { page } = browser
    await open('/docs/reference/sendMessage')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.getByRole('tab', { name: 'Python' }).click()
    await open('/docs/reference/getMessage')
    expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark')
    expect(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).to.equal('true')
    expect(await page.getByRole('tabpanel').textContent()).to.contain('import urllib.request')
  })

  it('opens a field that an address names, inside the fields around it', async () => {
    await open('/docs/reference/sendMessage#response-202-estimatedCharge.amountMinor')
    await browser.page
      .locator('[id="response-202-estimatedCharge.amountMinor"]')
      .waitFor({ state: 'visible' })
  })

  it('sends a request of the form: a dry run, then an error with a link to its page', async () => {
    const { page } = browser
    const { project, app, template, bearer } = http.mine
    await open('/docs/reference/sendMessage')
    await page.getByLabel('Credential', { exact: true }).fill(bearer)
    const body = {
      projectId: project.projectId,
      appId: app.appId,
      channel: 'sms',
      to: '+919876543210',
      templateId: template.sms.templateId,
      variables: { name: 'Asha', note: 'Your order has left.' },
    }
    await page.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(body))
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.locator('.try-status', { hasText: /^200/ }).waitFor()
    expect((await http.written()).messages).to.equal(0)
    await page.getByRole('textbox', { name: 'Body' }).fill('{')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('link', { name: 'What invalid_json means' }).click()
    await page.waitForURL('**/docs/errors/invalid_json')
    await page.goBack()
    await page.getByRole('textbox', { name: 'Body' }).fill('{}')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('link', { name: 'What required means' }).click()
    await page.waitForURL('**/docs/errors/fields/required')
  })

  it('reports nothing on the console of the browser', () => {
    expect(browser.complaints).to.deep.equal([])
  })
})
