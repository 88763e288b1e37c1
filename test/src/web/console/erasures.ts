import { expect } from 'chai'
import { confirmedAgo } from './confirmation-age.js'
import type { JobStage } from './jobs.js'

const NUMBER = '+447400987654'

/** The erasures of an Organization's recipients, which super admins see and start. */
export const describeErasures = (stageOf: () => JobStage): void => {
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))

  it('start from the menu of an Organization, and list who asked but not for whom', async () => {
    const { olu, filled } = stageOf()
    const { form, page } = olu
    await olu.visit(`/organizations/${filled.newcomer.organizationId}`)
    await olu
      .button(/^More actions for/)
      .first()
      .press('Enter')
    await page.getByRole('link', { name: 'Erasures', exact: true }).click()
    await page.getByText('No erasures').waitFor()
    await olu.button('Erase recipient…').click()
    await form.getByLabel(/^\s*Recipient/).fill('12')
    await form.getByLabel(/^\s*Reason/).fill('They asked for it in a letter.')
    await form.getByRole('button', { name: 'Erase recipient', exact: true }).click()
    await form.locator('.wrong').waitFor()
    await form.getByLabel(/^\s*Recipient/).fill(NUMBER)
    await form.getByRole('button', { name: 'Erase recipient', exact: true }).click()
    await page.getByText('Erasure started').waitFor()
    await form.waitFor({ state: 'detached' })
    // New rows are held back until the reader asks for them.
    await page.locator('button.fresh').click()
    const row = page.locator('tbody tr', { hasText: 'Olu (super admin)' })
    await row.waitFor()
    expect(await row.innerText()).to.match(/Running|Done/)
    const { erasures } = await stageOf().scene.olu.run('listOrganizationErasures', {
      organizationId: filled.newcomer.organizationId,
    })
    expect(erasures.map(({ source }) => source)).to.deep.equal(['operator'])
    expect(await page.content()).to.not.include(NUMBER.slice(-7))
    await row.getByRole('link', { name: 'History' }).click()
    await page.getByText('They asked for it in a letter.').first().waitFor()
    olu.expectQuiet()
  })
}
