import { expect } from 'chai'
import { aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'

describe('The search in tickets', () => {
  const office = useOffice(sqliteOpener())

  it('finds by words, also in replies of support, or by an id, page by page, and nothing of others', async () => {
    const { organizationId } = office.at
    const [closed, open] = [aTicket({ organizationId, status: 'closed' }), aTicket({ organizationId })]
    const other = aTicket({ organizationId: fresh.id('org') })
    await office.at.write((unit) => {
      for (const ticket of [closed, open, other]) {
        const { ticketId } = ticket
        unit.tickets.add(ticket)
        unit.tickets.addReplies([
          aReply({ ticketId, organizationId: ticket.organizationId, author: 'operator', text: 'A zebra.' }),
        ])
      }
    })
    const operator = await office.at.operator(['admin.support'])
    const above = (body: object) => office.at.doneAbove(operator, 'findSupportTickets', body)
    const own = (body: object) =>
      office.at.doneAtWebsite(office.at.billing, 'findCustomerSupportTickets', { organizationId, ...body })
    expect(await own({ text: 'zebra' })).to.deep.include({ tickets: [], isIndexed: false })
    while ((await right(office.at.storage.ticketSearch.index(20))).isMore);
    const found = await own({ text: 'ZEB charge', limit: 1 })
    expect([found.isIndexed, found.tickets[0]?.ticketId]).to.deep.equal([true, open.ticketId])
    const next = await own({ text: 'ZEB charge', limit: 1, cursor: found.nextCursor })
    expect([next.tickets[0]?.ticketId, next.nextCursor]).to.deep.equal([closed.ticketId, null])
    expect((await own({ text: closed.ticketId })).tickets).to.have.length(1)
    expect((await own({ text: other.ticketId })).tickets).to.deep.equal([])
    const ids = async (text: string) => (await above({ text })).cases.map(({ ticket }) => ticket?.ticketId)
    expect(await ids('zebra')).to.deep.equal([other.ticketId, open.ticketId, closed.ticketId])
    expect(await ids(other.ticketId)).to.deep.equal([other.ticketId])
    const refused = await office.at.refusedAbove(operator, 'findSupportTickets', { text: 'a !' })
    expect(JSON.stringify(refused)).to.include('/text')
  })
})
