import { QUOTAS, quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aChat, aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'

const reason = 'It is our turn.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Support by super admins on ${engine}`, () => {
    const office = useOffice(open)

    const queued = async () => {
      const { organizationId } = office.at
      const [first, second, third] = [
        aTicket({ organizationId, priority: 'low' }),
        aTicket({ organizationId, priority: 'urgent' }),
        aTicket({ organizationId, priority: 'low' }),
      ]
      const chat = aChat({ organizationId })
      await office.at.write((unit) => {
        for (const ticket of [first, second, third]) unit.tickets.add(ticket)
        unit.tickets.add(aTicket({ organizationId, status: 'waiting_customer' }))
        unit.chats.add(chat)
        unit.chats.add(aChat({ organizationId, status: 'active' }))
      })
      return { first, second, third, chat }
    }

    it('shows waiting tickets and chats in one line, oldest first, page by page, or tickets of a priority', async () => {
      const operator = await office.at.operator(['admin.support'])
      const { first, second, third, chat } = await queued()
      const ids = [first.ticketId, second.ticketId, third.ticketId, chat.chatId]
      const read = async (body: object) => {
        const page = await office.at.doneAbove(operator, 'listSupportQueue', body)
        return { ...page, ids: page.waiting.map((one) => one.ticket?.ticketId ?? one.chat?.chatId) }
      }
      const seen: unknown[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof read>> = await read({
          limit: 3,
          ...(cursor === null ? {} : { cursor }),
        })
        seen.push(...page.ids)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen.filter((id) => ids.some((own) => own === id))).to.deep.equal(ids)
      const urgent = await office.at.doneByAdminAgent(operator, 'listSupportQueue', {
        priority: 'urgent',
        limit: 100,
      })
      expect(urgent.waiting.map((one) => one.ticket?.priority)).not.to.include('low')
      expect(urgent.waiting.map((one) => one.ticket?.ticketId)).to.include(second.ticketId)
      expect(urgent.waiting.map(({ kind }) => kind)).not.to.include('chat')
    })

    it('replies to a ticket, which then waits for the customer or gets the requested status', async () => {
      const operator = await office.at.operator(['admin.support'])
      const { first, second } = await queued()
      const { ticketId } = first
      const answer = { ticketId, text: 'It is solved.', reason }
      const { ticket, reply } = await office.at.doneAbove(operator, 'replySupportTicket', answer)
      expect(ticket).to.include({ ticketId, status: 'waiting_customer' })
      expect(reply).to.include({ ticketId, author: 'operator', text: 'It is solved.' })
      const closed = await office.at.doneByAdminAgent(operator, 'replySupportTicket', {
        ticketId: second.ticketId,
        text: 'Good bye.',
        status: 'closed',
        reason,
      })
      expect(closed.ticket.status).to.equal('closed')
      const file = await office.at.done(office.at.owner, 'getCustomerSupportTicket', { ticketId })
      expect(file.replies.map(({ author, text }) => `${author}: ${text}`)).to.deep.equal([
        'operator: It is solved.',
      ])
      const events = (await office.at.acts()).slice(-2)
      expect(events.map(({ action, target, reason: why }) => ({ action, target, why }))).to.deep.equal([
        { action: 'replySupportTicket', target: ticketId, why: reason },
        { action: 'replySupportTicket', target: second.ticketId, why: reason },
      ])
      expect(JSON.stringify(events)).not.to.match(/solved|Good bye/)
    })
  })

describe('A refused support call of super admins', () => {
  const office = useOffice()

  it("has an unknown ticket, a full one, an empty text, or another query's cursor", async () => {
    const operator = await office.at.operator(['admin.support'])
    const reply = (body: object) =>
      office.at.refusedAbove(operator, 'replySupportTicket', { text: 'Yes.', reason, ...body })
    for (const ticketId of strangeIds(office.at, 'tkt'))
      expect(await reply({ ticketId }), ticketId).to.deep.equal(NOT_FOUND)
    const ticket = aTicket({ organizationId: office.at.organizationId, createdAtMs: NOW_MS })
    const { ticketId } = ticket
    await office.at.write((unit) => {
      unit.tickets.add(ticket)
      unit.tickets.addReplies(
        Array.from({ length: QUOTAS.ticketReplies.most }, () => aReply({ ticketId, atMs: NOW_MS })),
      )
    })
    expect(await reply({ ticketId })).to.deep.equal(quotaReached('ticketReplies'))
    expect(brokenFields(await reply({ ticketId, text: ' ', status: 'lost' }))).to.have.members([
      '/text format',
      '/status not_allowed',
    ])
    const list = (body: object) => office.at.refusedAbove(operator, 'listSupportQueue', body)
    expect(brokenFields(await list({ cursor: 'p1.tkt_x.0' }))).to.deep.equal(['/cursor mismatch'])
  })
})
