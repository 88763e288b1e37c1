import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Download, Page } from 'playwright-core'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { right } from '@postrider/conformance/outcome'
import { creditAccount } from '../../builders/credit-account.js'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { axeFindings } from '../axe-findings.js'
import { sendSmsAt } from './send-sms-at.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const FORMULA = '=Order service'

/** Runs SQL on the database without the service, like a person who manipulates money. */
const sayBehind = async ({ at }: WebsiteScene, sql: string): Promise<void> => {
  const path = at.composition.settings.storageUrl.slice('sqlite:'.length)
  const database = await openThread({ path, role: 'writer' })
  await database.run([{ sql, binary: '', cells: [] }])
  await database.close()
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

/** The file that a button saves. */
const saved = async (page: Page, button: string): Promise<Download> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return download
}

describe('Money on the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
    const { at, made } = scene
    const { value } = await right(at.ports.storage.tenancy.tree([made.organizationId]))
    // A spreadsheet would treat it as a formula.
    await right(at.ports.storage.catalog.save({ apps: value.apps.map((app) => ({ ...app, name: FORMULA })) }))
    await at.dispatch()
    await at.send(made, 'sms', '+919876543210', 'DELIVERED')
    await at.send(made, 'email', 'asha@example.org', 'DELIVERED')
    await right(at.postrider.countUsage(1_000))
    await right(at.postrider.signHeads(true))
  })
  after(() => scene.close())

  it('is shown as live balance, daily usage and prices', async () => {
    const { at, made, owner } = scene
    const { page, go, complaints } = await scene.browserOf(owner)
    await go('/billing')
    await page.locator('.tile', { hasText: 'Posted' }).getByText('₹999.78').waitFor()
    await page.locator('svg.bars rect.bar').first().waitFor()
    await page.getByRole('button', { name: 'By country' }).click()
    const charged = page.getByRole('region', { name: /^Charged by/ })
    await page.locator('.keys', { hasText: 'India ₹0.18' }).waitFor()
    await charged.getByRole('button', { name: 'Show as table' }).click()
    await page.locator('.behind td', { hasText: '₹0.22' }).first().waitFor()
    const csv = await textOf(await saved(page, 'CSV'))
    expect(csv.split('\r\n')[0]).to.match(/^"day","app",/)
    expect(csv).to.match(
      /"'=Order service","app_\w+","sms","IN","tpl_\w+","1","INR","0\.18","0\.18","0\.00"\r\n/,
    )
    await page.getByRole('table', { name: 'Prices in force' }).getByText('₹4.30').waitFor()
    await at.send(made, 'whatsapp', '+919876543211', 'DELIVERED')
    await page.locator('.tile', { hasText: 'Posted' }).getByText('₹998.98').waitFor()
    const ledger = page.getByRole('table', { name: 'Ledger' })
    await ledger.locator('tbody tr').first().getByText('−₹0.80').waitFor()
    expect(await ledger.locator('tbody tr').last().textContent()).to.include('+₹1,000.00')
    expect(complaints).to.deep.equal([])
  })

  it('is proved by the page itself, which reports an altered entry and a truncated end', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/billing')
    const proof = page.getByRole('region', { name: 'Verify the ledger' }).getByRole('status')
    const end = await saved(page, 'Save a checkpoint')
    const kept = {
      name: end.suggestedFilename(),
      mimeType: 'application/json',
      buffer: Buffer.from(await textOf(end)),
    }
    const compare = () => page.locator('input[type=file]').setInputFiles(kept)
    await proof.getByText('Checkpoint saved').waitFor()
    await compare()
    await proof.getByText('Verified: 7 entries form an unbroken chain.').waitFor()
    await proof.getByText('The signature is valid.').waitFor()

    await sayBehind(scene, 'UPDATE ledger_events SET amount = 17 WHERE amount = 18 AND phase = 2')
    await page.getByRole('button', { name: 'Verify again' }).click()
    await proof.getByText('Entry 3 was altered.').waitFor()
    await proof.getByText('The entry now reads: Charge, ₹0.17').waitFor()
    await proof.getByText('contact support').waitFor()
    await sayBehind(scene, 'UPDATE ledger_events SET amount = 18 WHERE amount = 17 AND phase = 2')

    // The account is reverted together with its ledger, so that the rest stays consistent.
    await sayBehind(
      scene,
      `UPDATE accounts SET version = 5, posted = posted + 80,
        head_digest = (SELECT digest FROM ledger_events e WHERE e.organization_id = accounts.organization_id AND seq = 5)`,
    )
    await sayBehind(scene, 'DELETE FROM ledger_events WHERE seq > 5')
    await page.getByRole('button', { name: 'Verify again' }).click()
    await proof.getByText('Verified: 5 entries form an unbroken chain.').waitFor()
    await proof.getByText('compare it with a checkpoint').waitFor()
    await compare()
    await proof
      .getByText('The end was removed: the ledger ends at entry 5, and your checkpoint is at entry 7.')
      .waitFor()
    await proof.getByText('Entries 6 to 7 existed').waitFor()

    const forged = kept.buffer.toString().replace(/"seq":\d+|,7,/, ',5,')
    await page.locator('input[type=file]').setInputFiles({ ...kept, buffer: Buffer.from(forged) })
    await proof.getByText('The signature isn’t valid.').waitFor()
    await page.locator('input[type=file]').setInputFiles({ ...kept, buffer: Buffer.from('[]') })
    await proof.getByText('This file isn’t a checkpoint.').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('is limited by budgets that are created, changed and deleted there', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/budgets')
    await page.getByRole('button', { name: 'Set a budget…' }).click()
    await page.getByLabel('Limit').fill('0.10')
    await page.getByLabel('Period').selectOption('month')
    await page.getByLabel('Action').selectOption('alert')
    await page.getByLabel('App').selectOption({ label: FORMULA })
    await page.getByLabel('Channel').selectOption('sms')
    await page.getByRole('button', { name: 'Set the budget' }).click()
    const row = page.getByRole('table', { name: 'Budgets' }).locator('tbody tr')
    await row.getByText('₹0.18 of ₹0.10').waitFor()
    await row.getByText('180 %').waitFor()
    await row.getByRole('button', { name: 'Change…' }).click()
    await page.getByLabel('Limit').fill('5')
    await page.getByRole('button', { name: 'Save the budget' }).click()
    await row.getByText('₹0.18 of ₹5.00').waitFor()
    await row.getByRole('button', { name: 'Change…' }).click()
    await page.getByLabel('Limit').fill('0.20')
    await page.getByLabel('Action').selectOption('block')
    await page.getByRole('button', { name: 'Save the budget' }).click()
    await row.getByText('₹0.18 of ₹0.20').waitFor()
    const refusing = row.getByText('Refusing messages since')
    expect(await refusing.count()).to.equal(0)
    const refused = await sendSmsAt(scene, '+919876543210', 'over-budget').then(
      () => 'accepted',
      () => 'refused',
    )
    expect(refused).to.equal('refused')
    await refusing.waitFor()
    expect(await axeFindings(page)).to.deep.equal([])
    await row.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete the budget' }).click()
    await page.getByText('No budgets yet').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('is listed back to its first entry, from any entry, with prices that are found by name', async () => {
    const { at, made, owner } = scene
    const { organizationId } = made
    const { value: file } = await right(at.ports.storage.administration.organization(organizationId))
    if (file === undefined) throw new Error('there is the Organization that was set up')
    const key = { organizationId, environment: 'production' as const, currency: 'INR' }
    for (let booked = 0; booked < 130; booked += 1) await right(creditAccount(at.ports)(key, 100))
    const prefixes = ['+1', '+1876', '+49', '+91', '+971']
    const others = Array.from({ length: 20 }, (_, index) => `+44${700 + index}`)
    const prices = [...prefixes, ...others].map((destinationPrefix) =>
      aPrice({ destinationPrefix, effectiveFromMs: 1 }),
    )
    await right(at.ports.storage.catalog.save({ prices }))
    const { page, go, complaints } = await scene.browserOf(owner)
    await go('/billing?environment=production&currency=INR')
    const panel = page.getByRole('region', { name: 'Ledger', exact: true })
    const rows = panel.locator('tbody tr')
    await panel.getByText('Entries 130 to 111 of 130').waitFor()
    await panel.getByRole('button', { name: 'More' }).click()
    await panel.getByText('Entries 130 to 11 of 130').waitFor()
    await right(creditAccount(at.ports)(key, 100))
    await panel.getByRole('button', { name: '1 new' }).waitFor()
    await panel.getByRole('button', { name: 'More' }).click()
    await panel.getByText('Entries 130 to 1 of 131').waitFor()
    expect(await rows.count()).to.equal(130)
    expect(await rows.nth(128).textContent()).to.contain('₹2.00')
    expect(await panel.getByRole('button', { name: 'More' }).count()).to.equal(0)
    await panel.getByLabel('From entry').fill('105')
    await panel.getByRole('button', { name: 'Show', exact: true }).click()
    await panel.getByText('Entries 105 to 6 of 131').waitFor()
    await panel.getByRole('button', { name: '26 new' }).click()
    await panel.getByText('Entries 131 to 112 of 131').waitFor()

    const list = page.getByRole('region', { name: 'Prices in force' })
    const destinations = async () =>
      (await list.locator('tbody tr td:first-child').allTextContents()).slice(0, 6)
    await list.getByText('20 of 28 prices').waitFor()
    expect((await destinations()).map((text) => text.trim())).to.deep.equal([
      'everywhere',
      'everywhere',
      'everywhere',
      'Germany +49…',
      'India +91…',
      'Jamaica +1876…',
    ])
    await list.getByRole('button', { name: 'Show all' }).click()
    await list.getByText('28 of 28 prices').waitFor()
    await list.getByRole('searchbox').fill('united +44701')
    await list.getByText('1 of 28 prices').waitFor()
    await list.getByRole('searchbox').fill('atlantis')
    await list.getByText('No matching price').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('is shown only to people who may read it', async () => {
    const { page, go } = await scene.browserOf(await scene.person('Dev Developer', 'developer'))
    await go('/billing')
    expect(await page.locator('nav').getByText('Billing').count()).to.equal(0)
    expect(await page.locator('.tile').count()).to.equal(0)
  })
})
