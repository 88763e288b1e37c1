import { expect } from 'chai'
import type { JobStage } from './jobs.js'

/** The records that the palette finds by name, and the actions that it starts. */
export const describePalette = (stageOf: () => JobStage): void => {
  before(() => stageOf().olu.showIn())

  const type = async (text: string): Promise<void> => {
    const { olu } = stageOf()
    await olu.page.keyboard.press('Control+k')
    await olu.dialog.waitFor()
    await olu.page.keyboard.insertText(text)
  }
  const option = (name: string | RegExp) => stageOf().olu.dialog.getByRole('option', { name })
  const leave = async (): Promise<void> => {
    const { olu } = stageOf()
    await olu.page.keyboard.press('Escape')
    await olu.page.locator('dialog').waitFor({ state: 'detached' })
  }

  it('stops an app by its name, without its organization', async () => {
    const { olu, filled, scene } = stageOf()
    await olu.visit('/')
    await olu.resetPresses()
    await type('stop shop')
    await option('Pause Shop… Emergency stop').first().waitFor()
    await olu.page.keyboard.press('Enter')
    await olu.dialog.getByRole('heading', { name: 'Pause Shop?' }).waitFor()
    await olu.dialog.getByText('Affected apps').waitFor()
    await olu.form.getByLabel('Reason').fill('It sends what nobody asked for.')
    await olu.form.getByRole('button', { name: 'Pause Shop' }).click()
    await olu.dialog.waitFor({ state: 'detached' })
    expect(await olu.presses()).to.equal(1)
    const { stopped } = await scene.olu.run('listStopped', { limit: 10 })
    const own = stopped.find(({ kind }) => kind === 'app')
    expect([filled.customer.organizationId, filled.newcomer.organizationId]).to.include(own?.organizationId)
    await olu.button(/^Undo/).press('Enter')
    await olu.page.getByText('Undone.').waitFor()
    // A reload doesn't request it again.
    await olu.page.reload()
    await olu.settled()
    expect(await olu.dialog.count()).to.equal(0)
  })

  it('finds accounts, people, tickets and prefixes', async () => {
    const { olu } = stageOf()
    await olu.visit('/')
    for (const [text, name] of [
      ['Mail serv', 'Mail server Provider account'],
      ['Rex', 'Rex Super admin'],
      ['A charge', 'A charge Ticket'],
      ['+9987', 'Block numbers starting with +9987… Emergency stop'],
    ] as const) {
      await type(text)
      await option(name).waitFor()
      await leave()
    }
    olu.expectQuiet()
  })

  it('lets an app be chosen by name for a switch, and an organization for a filter', async () => {
    const { olu, filled } = stageOf()
    await olu.visit('/switches')
    await olu.button('App…').click()
    await olu.dialog.getByRole('combobox', { name: 'App' }).fill('sho')
    await option(/^Shop Parcel Works/).click()
    await olu.dialog.getByRole('button', { name: 'Preview impact' }).click()
    await olu.dialog.getByRole('heading', { name: 'Pause Shop?' }).waitFor()
    await leave()
    await olu.visit('/messages')
    await olu.button('Filter').click()
    await olu.dialog.getByRole('combobox', { name: 'Organization' }).fill('parcel')
    await option(/^Parcel Works/).waitFor()
    await olu.page.keyboard.press('Enter')
    await olu.dialog.getByRole('button', { name: 'Apply' }).click()
    await olu.page.waitForURL(new RegExp(`organizationId=${filled.newcomer.organizationId}`))
    await olu.page.locator('.chip', { hasText: 'Parcel Works' }).waitFor()
  })
}
