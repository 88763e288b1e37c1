import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('Usage charts on the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
    await scene.at.dispatch()
    await scene.at.send(scene.made, 'email', 'asha@example.org', 'DELIVERED')
  })
  after(() => scene.close())

  it('show charges and deliveries, by template and by error, for days and for the last 24 hours', async () => {
    const { at, made, owner } = scene
    await at.send(made, 'sms', '+919876540002', 'UNDELIVERED')
    await right(at.postrider.countUsage(1_000))
    while ((await right(at.postrider.rollUpFlow(500))) > 0);
    const { page, go, complaints } = await scene.browserOf(owner)
    await go('/billing')
    const charged = page.getByRole('region', { name: /^Charged by/ })
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await delivery.locator('.keys', { hasText: 'Undelivered 1' }).waitFor()
    await delivery.getByRole('button', { name: 'By error' }).click()
    const reason = delivery.locator('tr', { hasText: 'The recipient could not be reached' })
    expect(await reason.textContent())
      .to.include('The recipient')
      .and.include('Try again later')
    await delivery.getByRole('button', { name: 'Show as table' }).click()
    await delivery.locator('.behind th', { hasText: 'The recipient could not be reached' }).waitFor()
    await delivery.getByRole('button', { name: 'By template' }).click()
    const rows = delivery.getByRole('table', { name: 'By template' }).locator('tbody tr')
    await rows.filter({ hasNotText: /tpl_/ }).nth(1).waitFor()
    expect((await rows.allTextContents()).join())
      .to.match(/100%/)
      .and.not.include('Not counted')
    await charged.getByRole('button', { name: 'By template' }).click()
    await charged.locator('.keys', { hasText: '₹0.04' }).waitFor()
    await page.getByRole('button', { name: '24 h' }).click()
    await page.getByRole('region', { name: 'Charged by hour' }).locator('svg.bars rect.bar').first().waitFor()
    expect(new URL(page.url()).searchParams.get('span')).to.equal('hours')
    await delivery.getByRole('button', { name: 'By outcome' }).click()
    await delivery.locator('.behind tbody tr').nth(23).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('region', { name: 'Charged by day' }).waitFor()
    expect(new URL(page.url()).searchParams.has('span')).to.equal(false)
    expect(complaints).to.deep.equal([])
  })

  it('show template names to members who may not open templates', async () => {
    const { page, go, complaints } = await scene.browserOf(await scene.person('Vera', 'viewer'))
    await go('/billing')
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await delivery.getByRole('button', { name: 'By template' }).click()
    const rows = delivery.getByRole('table', { name: 'By template' }).locator('tbody tr')
    await rows.filter({ hasNotText: /tpl_/ }).nth(1).waitFor()
    expect((await rows.allTextContents()).join()).not.to.include('tpl_')
    expect(complaints).to.deep.equal([])
  })

  it('leave space for the low balance email, which is set next to the balance', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/billing')
    await page.getByText('No email is sent when the balance is low.').waitFor()
    await page.getByRole('button', { name: 'Low balance email…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Low balance email' })
    const save = dialog.getByRole('button', { name: 'Save the threshold' })
    const threshold = dialog.locator('input').first()
    await threshold.fill('500')
    await save.click()
    await page.getByText('Owners and people with the billing role get an email below ₹500.00.').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('leave space for the button that requests credit from support', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/billing')
    await page.getByRole('button', { name: 'Request credit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request credit' })
    await dialog.getByText('Enter an amount in INR.').waitFor()
    await dialog.getByLabel('Amount').fill('5,000')
    await dialog.getByText('₹5,000.00').waitFor()
    await dialog.getByRole('button', { name: 'Open the ticket' }).click()
    await page.waitForURL(/\/support\//)
    await page.getByText('Credit of ₹5,000.00 for Test, INR').first().waitFor()
    await page.getByText('Available now: ₹').waitFor()
    expect(complaints).to.deep.equal([])
  })
})
