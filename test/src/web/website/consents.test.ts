import { expect } from 'chai'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('The consent register on the website', () => {
  let scene: WebsiteScene

  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  it('records opt-ins of several recipients, and lists them masked with their evidence', async () => {
    const { page, go, complaints } = await scene.browserOf(await scene.person('Asha Rao', 'developer'))
    await go('/messages/consents')
    await page.getByRole('button', { name: 'Record consent…' }).click()
    const choices = async (field: string) =>
      (await page.locator(`[id="f/${field}"] option`).allTextContents()).filter(Boolean)
    expect(await choices('kind')).to.include.members(['Opt-in', 'Opt-out'])
    expect(await choices('scope')).to.include('All messages except OTPs')
    for (const field of ['kind', 'scope']) expect((await choices(field)).join()).not.to.match(/_|otp\b/)
    await page.selectOption('[id="f/kind"]', 'opt_in')
    await page.fill('[id="f/to"]', '+919876543210\nasha@example.com')
    await page.selectOption('[id="f/scope"]', 'promotional')
    await page.fill('[id="f/evidence"]', 'Web form 4711.')
    expect(await axeFindings(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Record consent', exact: true }).click()
    // New rows are held back until the reader asks for them.
    await page.locator('button.fresh').click()
    await page.locator('tbody tr', { hasText: 'Web form 4711.' }).nth(1).waitFor()
    const words = (await page.locator('tbody').textContent()) ?? ''
    expect(words).to.include('Opted in').and.to.include('Your organization')
    expect(words).not.to.match(/987654|asha@/)
    expect(complaints).to.deep.equal([])
  })

  it('only shows entries to people who may not record any', async () => {
    const { page, go } = await scene.browserOf(await scene.person('Bran', 'viewer'))
    await go('/messages/consents')
    await page.locator('tbody tr').first().waitFor()
    expect(await page.getByRole('button', { name: 'Record consent…' }).count()).to.equal(0)
  })
})
