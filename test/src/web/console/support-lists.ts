import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import type { JobStage } from './jobs.js'

/** The support lists, and the signs that a customer waits. */
export const describeSupportLists = (stageOf: () => JobStage): void => {
  let ownChatId = ''
  before(() => stageOf().olu.showIn())

  const titled = (count: number): Promise<void> =>
    eventually(`${count} in the title`, async () =>
      (await stageOf().olu.page.title()).startsWith(`(${count}) `),
    )

  it('lists a chat under its assignee, and marks it in list, navigation and title when the customer writes', async () => {
    const { olu, filled } = stageOf()
    const { page } = olu
    const { organizationId } = filled.customer
    const subject = 'Where is my invoice?'
    const opened = await filled.customer.run('createChatRequest', { organizationId, subject, text: 'Hello?' })
    const { chatId } = opened.chat
    ownChatId = chatId
    await olu.visit(`/support/${chatId}`)
    await olu.button('Take the chat').click()
    await olu.button('Take the chat').waitFor({ state: 'detached' })
    const own = page.locator('[data-row]', { hasText: subject })
    await own.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Mine', exact: true }).click()
    await own.waitFor()
    await own.getByText('New', { exact: true }).waitFor({ state: 'detached' })
    await eventually('a count in the title', async () => /^\(\d+\) /.test(await page.title()))
    const before = Number(/\d+/.exec(await page.title())?.[0])
    await filled.customer.run('sendChatMessage', { chatId, text: 'Are you there?' })
    await own.getByText('New', { exact: true }).waitFor()
    await titled(before + 1)
    await olu
      .screen('Support')
      .filter({ hasText: String(before + 1) })
      .waitFor()
    await own.click()
    await own.getByText('New', { exact: true }).waitFor({ state: 'detached' })
    await titled(before)
    olu.expectQuiet()
  })

  it("shows the customer's balance, apps and failures next to a chat", async () => {
    const { olu, filled } = stageOf()
    await olu.visit(`/support/${filled.chats[1] ?? ''}`)
    const context = olu.page.getByRole('complementary', { name: 'The customer' })
    await context.getByRole('heading', { name: 'Available balance' }).waitFor()
    await context.getByText('Shop', { exact: true }).waitFor()
    await context.getByRole('heading', { name: 'Recent failures' }).waitFor()
  })

  it('sorts urgent tickets first, and keeps closed ones in the list of all', async () => {
    const { olu, filled, scene } = stageOf()
    const { organizationId } = filled.customer
    const subject = 'A bill that is paid'
    const request = { organizationId, subject, category: 'billing', priority: 'urgent', text: 'Hello?' }
    const { ticket } = await filled.customer.run('createSupportTicket', request)
    await olu.visit('/support')
    await olu.page.locator('li:first-child > [data-row]', { hasText: subject }).waitFor()
    await scene.olu.run('closeSupportTicket', { ticketId: ticket.ticketId, reason: 'It is answered.' })
    const row = olu.page.locator('[data-row]', { hasText: subject })
    await row.waitFor({ state: 'detached' })
    await olu.page.getByRole('link', { name: 'All', exact: true }).click()
    await row.getByText('Closed', { exact: true }).waitFor()
  })

  it('finds open and closed tickets by words, customer and id, and reports when there are none', async () => {
    const { olu, filled, scene } = stageOf()
    const { organizationId } = filled.customer
    const request = { organizationId, category: 'billing', priority: 'normal' }
    const ended = { ...request, subject: 'A bill of Zürich', text: 'The zebra was charged twice.' }
    const { ticket } = await filled.customer.run('createSupportTicket', ended)
    await filled.customer.run('createSupportTicket', {
      ...request,
      subject: 'A zebra that is open',
      text: 'Hello?',
    })
    await scene.olu.run('closeSupportTicket', { ticketId: ticket.ticketId, reason: 'It is answered.' })
    while ((await right(scene.console.at.postrider.indexTickets(100))).isMore);
    await olu.visit('/support')
    const field = olu.page.getByRole('searchbox', { name: 'Search tickets' })
    const rows = olu.page.locator('[data-row]')
    const search = async (text: string): Promise<void> => {
      await field.fill(text)
      await field.press('Enter')
      await olu.page.getByText(`“${text}”`).waitFor()
    }
    await search('zeb')
    await rows.nth(1).waitFor()
    await search('zurich charged')
    await rows.filter({ hasText: 'A bill of Zürich' }).getByText('Closed', { exact: true }).waitFor()
    await rows.nth(1).waitFor({ state: 'detached' })
    await rows.first().click()
    await olu.page.getByText('The zebra was charged twice.').waitFor()
    await search(ticket.ticketId)
    await rows.filter({ hasText: 'A bill of Zürich' }).waitFor()
    await search('no such word')
    await olu.page.getByText('No ticket found').waitFor()
    await olu.page.getByRole('link', { name: 'Clear search' }).click()
    await olu.page.getByRole('link', { name: 'Waiting', exact: true }).waitFor()
    olu.expectQuiet()
  })

  it("shows a notification for a customer's message once the operator has turned notifications on", async () => {
    const { olu, filled } = stageOf()
    const { page } = olu
    await olu.visit('/support')
    await page.context().grantPermissions(['notifications'])
    await page.evaluate(`
      globalThis.shownNotifications = []
      globalThis.Notification = class {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(text) { globalThis.shownNotifications.push(text) }
        addEventListener() {}
      }
    `)
    await olu.button('Notify me').click()
    await olu.button('Stop notifying me').waitFor()
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`)
    await filled.customer.run('sendChatMessage', { chatId: ownChatId, text: 'Still there?' })
    await eventually(
      'a notification',
      async () => (await page.evaluate('globalThis.shownNotifications.length')) === 1,
    )
    expect(await page.evaluate('globalThis.shownNotifications[0]')).to.match(/waiting$/)
    await page.evaluate('delete document.hidden')
    await olu.button('Stop notifying me').click()
    await olu.button('Notify me').waitFor()
  })
}
