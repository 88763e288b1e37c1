import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aChat, aTicket } from '@postrider/conformance/builders/a-ticket'
import { fresh } from '@postrider/conformance/builders/fresh'
import { useOffice } from '../../assembly/an-office.js'

const reason = 'The customer asked.'

describe('Tickets and chats that super admins list', () => {
  const office = useOffice(sqliteOpener())
  let olga: Operator
  let otto: Operator
  beforeEach(async () => {
    olga = await office.at.operator(['admin.support'])
    otto = await office.at.operator(['admin.support'])
  })

  const casesOf = async (who: Operator, body: object = {}) => {
    const { cases } = await office.at.doneAbove(who, 'listSupportCases', body)
    return cases.map(({ ticket, chat, operatorId }) => [ticket?.ticketId ?? chat?.chatId, operatorId])
  }

  it('are all of them, newest first, each with the super admin who handles it', async () => {
    const { organizationId } = office.at
    const ticket = aTicket({ organizationId, status: 'closed' })
    const chat = aChat({ organizationId })
    await office.at.write((unit) => {
      unit.tickets.add(ticket)
      unit.chats.add(chat)
    })
    await office.at.doneAbove(olga, 'takeSupportChat', { chatId: chat.chatId })
    const { userId } = olga.facts.user
    expect(await casesOf(otto)).to.deep.equal([
      [chat.chatId, userId],
      [ticket.ticketId, null],
    ])
  })

  it('can be those that the caller claimed, spoke in or replied to, until they end, and the first super admin keeps them', async () => {
    const { organizationId } = office.at
    const [taken, spoken] = [aChat({ organizationId }), aChat({ organizationId })]
    const ticket = aTicket({ organizationId })
    await office.at.write((unit) => {
      for (const chat of [taken, spoken]) unit.chats.add(chat)
      unit.tickets.add(ticket)
    })
    const { ticketId } = ticket
    await office.at.doneAbove(olga, 'takeSupportChat', { chatId: taken.chatId })
    await office.at.doneAbove(olga, 'sayInSupportChat', { chatId: spoken.chatId, text: 'Hello.' })
    await office.at.doneAbove(olga, 'replySupportTicket', { ticketId, text: 'Hello.', reason })
    await office.at.doneAbove(otto, 'replySupportTicket', { ticketId, text: 'Hello again.', reason })
    const { userId } = olga.facts.user
    expect(await casesOf(otto, { mine: true })).to.deep.equal([])
    expect(await casesOf(olga, { mine: true })).to.deep.equal([
      [ticketId, userId],
      [spoken.chatId, userId],
      [taken.chatId, userId],
    ])
    await office.at.doneAbove(otto, 'endSupportChat', { chatId: taken.chatId, reason })
    await office.at.doneAbove(otto, 'closeSupportTicket', { ticketId, reason })
    expect(await casesOf(olga, { mine: true })).to.deep.equal([[spoken.chatId, userId]])
  })

  it('show the customer with apps and money to people with only the support permission', async () => {
    const { organizationId } = office.at
    const customer = await office.at.doneAbove(olga, 'getSupportCustomer', { organizationId })
    expect(customer).to.deep.include({ organizationId, status: 'active' })
    expect(customer).to.include.all.keys('displayName', 'apps', 'balances')
    const unknown = await office.at.askAbove(olga, 'getSupportCustomer', { organizationId: fresh.id('org') })
    expect(E.isLeft(unknown) && unknown.left._tag).to.equal('NotFound')
  })
})
