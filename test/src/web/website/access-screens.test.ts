import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { SitePage } from '../site-page.js'
import { look, looksInTurn } from '../site-states.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const LONG = 'Orders and returns of the shops in Karnataka, Kerala and Tamil Nadu, nightly'

/** Actions on a page. */
const inFrontOf = (visitor: SitePage) => {
  const { page, dialog } = visitor
  const main = page.locator('#content')
  return {
    visitor,
    page,
    dialog,
    main,
    go: visitor.visit,
    /** The problems of the page or its dialog, once light and wide, once dark and narrow. */
    faults: async (within?: string): Promise<readonly string[]> => {
      const wrong = await look(visitor, 'open', within, looksInTurn(0))
      await visitor.showIn()
      return wrong
    },
    press: (name: string, within = main) => within.getByRole('button', { name, exact: true }).click(),
    /** Opens a dialog with its button, and waits for its form. */
    open: async (name: string): Promise<void> => {
      await main.getByRole('button', { name, exact: true }).first().click()
      await dialog.locator('footer button[type=submit]').waitFor()
      await dialog.locator('.bones').first().waitFor({ state: 'detached' })
    },
    write: (label: string, text: string) =>
      dialog.getByLabel(label).and(dialog.locator('input:not([type=checkbox]), textarea')).fill(text),
    order: () => dialog.locator('footer button[type=submit]').click(),
    closed: () => dialog.waitFor({ state: 'detached' }),
    row: (text: string) => main.locator('tbody tr', { hasText: text }),
    /** Returns the secret that is shown once, and confirms that it is stored. */
    secret: async (): Promise<string> => {
      const shown = await dialog.locator('.once .mono').textContent()
      await dialog.getByRole('button', { name: 'I saved it' }).click()
      await dialog.waitFor({ state: 'detached' })
      return shown ?? ''
    },
  }
}

const focusedText = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.textContent')

describe('Apps, credentials and Agent keys on the website', () => {
  let scene: WebsiteScene
  let own: ReturnType<typeof inFrontOf>
  let other: ReturnType<typeof inFrontOf>

  before(async () => {
    scene = await openWebsiteScene()
    own = inFrontOf(await scene.pageOf(scene.owner, '/apps'))
    const session = await own.page.context().newCDPSession(own.page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' })
    other = inFrontOf(await scene.pageOf(await scene.person('Asha Rao', 'admin'), '/apps'))
  })
  after(() => scene.close())

  it('register, rename and restrict an app, visible to a colleague at once', async () => {
    await other.go('/apps')
    await own.go('/apps')
    await own.open('Register an app…')
    await own.write('Name', 'Returns')
    await own.order()
    await own.main.getByRole('heading', { name: 'Returns' }).waitFor()
    await other.row('Returns').locator('a').click()
    await other.main.getByText('any country').waitFor()
    await own.open('Rename…')
    await own.write('Name', LONG)
    await own.order()
    await own.closed()
    await other.main.getByRole('heading', { name: LONG }).waitFor()
    await own.open('Restrict…')
    await own.write('Allowed IP addresses', '203.0.113.0/24\nsomewhere')
    await own.write('Allowed countries', 'IN')
    await own.dialog.getByLabel('SMS').check()
    await own.order()
    await own.dialog.getByText('Entry 2: The value must be an IP address or a CIDR range.').waitFor()
    await own.write('Allowed IP addresses', '203.0.113.9/24')
    await own.order()
    await own.closed()
    const facts = other.main.locator('.facts', { hasText: 'Allowed channels' })
    await facts.getByText('203.0.113.0/24').waitFor()
    expect(await facts.textContent()).to.match(/India.*SMS/)
  })

  it('show the effect before an app is disabled, with the focus on the cancel button', async () => {
    await own.open('Disable…')
    await own.dialog.getByText('Waiting messages cancelled').waitFor()
    expect(await focusedText(own.page)).to.match(/^Cancel/)
    expect(await own.faults('dialog[open]')).to.deep.equal([])
    await own.write('Reason', 'Its key was seen in a chat.')
    await own.order()
    await own.closed()
    await other.main.locator('.pane .head .tag', { hasText: 'disabled' }).waitFor()
    await other.open('Enable…')
    await other.write('Reason', 'It has a new key.')
    await other.order()
    await other.closed()
    await own.main.locator('.pane .head .tag', { hasText: 'active' }).waitFor()
    expect(await own.faults()).to.deep.equal([])
  })

  it('create a credential whose secret is shown once, rotate it with an overlap, and revoke it with a reason', async () => {
    await other.go('/credentials')
    await own.go('/credentials')
    await own.open('New credential…')
    await own.dialog.getByLabel('App', { exact: true }).selectOption({ label: 'Order service (test)' })
    await own.write('Label', 'nightly batch')
    await own.dialog.getByLabel('SMS').check()
    await own.order()
    const secret = await own.secret()
    expect(secret).to.match(/^pr_test_/)
    await other.row('nightly batch').locator('a').click()
    expect(await own.page.content()).to.not.include(secret)
    await own.row('nightly batch').locator('a').click()
    await own.open('Rotate…')
    await own.dialog.getByLabel('Overlap').selectOption({ label: '8 hours' })
    await own.dialog.getByText(/Old credential expires .*Asia\/(Kolkata|Calcutta).*Z\)/).waitFor()
    await own.write('Reason', 'A new quarter.')
    await own.order()
    expect(await own.secret()).to.match(/^pr_test_/)
    await own.row('nightly batch').nth(1).waitFor()
    await other.row('nightly batch').nth(1).waitFor()
    await own.open('Revoke…')
    await own.dialog.getByText('You can’t undo this.').waitFor()
    await own.write('Reason', 'The machine is sold.')
    await own.order()
    await own.closed()
    await other.row('revoked').waitFor()
    expect(await own.faults()).to.deep.equal([])
  })

  it('create an Agent key by the effects of operations, valid to the end of a day that is resolved once', async () => {
    await other.go('/agent-keys')
    await own.go('/agent-keys')
    await own.open('New Agent key…')
    await own.dialog.getByText('Select at least one operation.').waitFor()
    await own.press('All read operations', own.dialog)
    await own.dialog.getByLabel(/createCustomerBrand/).check()
    await own.dialog.getByLabel('Until a date').check()
    await own.dialog.getByText('Select an expiration date.').waitFor()
    await own.write('Last day', '2099-03-31')
    await own.dialog.getByText('2099-03-31T18:29:59.999Z').waitFor()
    expect(await own.faults('dialog[open]')).to.deep.equal([])
    await own.write('Label', 'nightly report')
    await own.write('Reason', 'The report needs it.')
    await own.order()
    expect(await own.secret()).to.match(/^prag_customer_/)
    await other.row('nightly report').locator('a').click()
    await other.main.getByText('createCustomerBrand').waitFor()
    await other.main.locator('.facts', { hasText: 'Olu' }).waitFor()
  })

  it('create a key without expiry only after a confirmation, rotate and revoke keys, and own keys that create an organization', async () => {
    await own.open('New Agent key…')
    await own.press('All read operations', own.dialog)
    await own.dialog.getByLabel('No expiration').check()
    await own.write('Label', 'for ever')
    await own.write('Reason', 'It reads alone.')
    expect(await own.dialog.locator('footer button[type=submit]').isDisabled()).to.equal(true)
    await own.dialog.getByLabel(/I want this key never to expire/).check()
    await own.order()
    await own.secret()
    await other.row('for ever').getByText('never').waitFor()
    await other.row('for ever').locator('a').click()
    await other.open('Rotate…')
    await other.write('Reason', 'I see to it now.')
    await other.order()
    await other.secret()
    await own.row('for ever').nth(1).locator('a').click()
    await own.open('Revoke…')
    await own.write('Reason', 'It is not needed.')
    await own.order()
    await own.closed()
    await other.row('revoked').waitFor()
    await own.go('/agent-keys/bootstrap')
    await own.open('New bootstrap key…')
    await own.write('Label', 'first steps')
    await own.write('Reason', 'A second firm.')
    await own.order()
    expect(await own.secret()).to.match(/^prag_bootstrap_/)
    await own.row('first steps').locator('a').click()
    await own.open('Revoke…')
    await own.write('Reason', 'Not yet.')
    await own.order()
    await own.closed()
    await own.row('revoked').waitFor()
    expect(await own.faults()).to.deep.equal([])
    own.visitor.expectQuiet()
    other.visitor.expectQuiet()
  })
})
