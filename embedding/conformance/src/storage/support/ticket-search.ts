import { expect } from 'chai'
import type { OrganizationId, TicketId } from '@postrider/core/kernel/ids/id'
import type { Reply, Ticket } from '@postrider/core/support/domain/ticket'
import { wordsOf } from '@postrider/core/support/domain/ticket-words'
import type { Storage } from '@postrider/core/assembly/storage'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { aChat, aChatMessage, aReply, aTicket } from '../../builders/a-ticket.js'
import { aUser } from '../../builders/a-user.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

/** Indexes all tickets, this many texts at a time. */
export const indexAllTickets = async (storage: Storage, most = 100): Promise<void> => {
  while ((await right(storage.ticketSearch.index(most))).isMore);
}

const add = (at: StorageUnderTest, ticket: Ticket, ...texts: readonly string[]): Promise<void> =>
  sharing(at, (unit) => {
    const { ticketId, organizationId } = ticket
    unit.tickets.add(ticket)
    unit.tickets.addReplies(texts.map((text): Reply => aReply({ ticketId, organizationId, text })))
  })

const ticketSearch = (at: StorageUnderTest): void => {
  const page = async (
    text: string,
    organizationId?: OrganizationId,
    before?: TicketId,
    limit = 10,
  ): Promise<{ readonly ids: readonly TicketId[]; readonly before: TicketId | undefined }> => {
    const search = { organizationId, words: wordsOf(text), before, limit }
    const { value } = await right(at.storage.ticketSearch.find(search))
    return { ids: value.found.map(({ ticketId }) => ticketId), before: value.before }
  }
  const found = async (text: string, organizationId?: OrganizationId) =>
    (await page(text, organizationId)).ids

  it('finds tickets by the starts of all words of subjects and replies, newest first, page by page', async () => {
    const organizationId = fresh.id('org')
    const tickets = ['Zürich invoices', 'Invoice of May', 'Late messages'].map((subject) =>
      aTicket({ organizationId, subject }),
    )
    for (const ticket of tickets) await add(at, ticket, 'The zebra pays.', `An INVOICE for ${ticket.subject}`)
    await indexAllTickets(at.storage, 2)
    const ids = tickets.map(({ ticketId }) => ticketId).reverse()
    expect(await found('invo zebra', organizationId)).to.deep.equal(ids)
    expect(await found('zurich invoices', organizationId)).to.deep.equal(ids.slice(2))
    expect(await found('voices', organizationId)).to.deep.equal([])
    expect(await found('zebra giraffe', organizationId)).to.deep.equal([])
    const first = await page('zebra', organizationId, undefined, 2)
    expect(first).to.deep.equal({ ids: ids.slice(0, 2), before: ids[1] })
    const rest = { ids: ids.slice(2), before: undefined }
    expect(await page('zebra', organizationId, first.before, 2)).to.deep.equal(rest)
  })

  it('finds Hindi, Malayalam and Japanese words, and characters that are patterns in LIKE', async () => {
    const organizationId = fresh.id('org')
    const ticket = aTicket({ organizationId, subject: 'मेरा संदेश नहीं पहुँचा' })
    await add(at, ticket, 'സന്ദേശം വന്നില്ല. അവൻ', '配信が遅れています 100_percent')
    await indexAllTickets(at.storage)
    for (const text of ['संदे', 'नहीं पहुँचा', 'സന്ദേ', 'അവന്‍', '配信', '100_'])
      expect(await found(text, organizationId), text).to.deep.equal([ticket.ticketId])
    expect(await found('100%percent', organizationId)).to.deep.equal([])
  })

  it("never finds another Organization's tickets for an Organization, nor by names of customers", async () => {
    const { organization, ...tenant } = aTenant({ organization: { displayName: 'Quokka Traders' } })
    const { organizationId } = organization
    await right(at.storage.catalog.save(recordsOf({ organization, ...tenant })))
    const user = aUser({ displayName: 'Asha Nair', email: 'asha@wombat.example' })
    await exclusively(at, (unit) => unit.users.add(user))
    const ticket = aTicket({ organizationId, openedBy: user.userId, subject: 'Platypus' })
    const other = aTicket({ subject: 'Platypus' })
    await add(at, ticket)
    await add(at, other)
    await indexAllTickets(at.storage)
    expect(await found('platypus')).to.deep.equal([other.ticketId, ticket.ticketId])
    expect(await found('platypus', organizationId)).to.deep.equal([ticket.ticketId])
    for (const name of ['quokka', 'asha nair', 'asha@wombat.example', 'quokka platypus']) {
      expect(await found(name), name).to.deep.equal([ticket.ticketId])
      expect(await found(name, organizationId), name).to.deep.equal([])
    }
  })

  it('finds later replies and chat messages, also in a ticket with more texts than a portion', async () => {
    const organizationId = fresh.id('org')
    const chat = aChat({ organizationId })
    const { chatId } = chat
    const ticket = aTicket({ organizationId, chatId })
    await sharing(at, (unit) => {
      unit.chats.add(chat)
      for (const text of ['armadillo', 'badger', 'capybara', 'dugong', 'echidna'])
        unit.chats.addMessage(aChatMessage({ chatId, organizationId, text }))
      unit.tickets.add(ticket)
      unit.tickets.addTranscript(ticket.ticketId, chatId)
    })
    await indexAllTickets(at.storage, 2)
    expect(await found('armadillo badger capybara dugong echidna', organizationId)).to.have.length(1)
    const { ticketId } = ticket
    await sharing(at, async (unit) => {
      await unit.tickets.lock(ticketId)
      unit.tickets.replace({ ...ticket, updatedAtMs: ticket.updatedAtMs + 1 })
      unit.tickets.addReplies([aReply({ ticketId, organizationId, text: 'flamingo' })])
    })
    await indexAllTickets(at.storage, 2)
    expect(await found('echidna flamingo', organizationId)).to.deep.equal([ticketId])
  })

  it('is indexed once by several processes, counts what waits, and finds one ticket by its id', async () => {
    const tickets = Array.from({ length: 12 }, () => aTicket({ subject: 'narwhal' }))
    for (const ticket of tickets) await add(at, ticket, 'one', 'two')
    await Promise.all([
      indexAllTickets(at.storage, 3),
      indexAllTickets(await at.another(), 3),
      indexAllTickets(await at.another(), 3),
    ])
    expect((await page('narwhal', undefined, undefined, 20)).ids).to.have.length(12)
    expect(await right(at.storage.ticketSearch.waiting(10))).to.equal(0)
    const [one = aTicket()] = tickets
    expect((await right(at.storage.ticketSearch.byId(one.ticketId))).value).to.deep.equal(one)
    expect((await right(at.storage.ticketSearch.byId(fresh.id('tkt')))).value).to.equal(undefined)
  })
}

const ticketSearchInTime = (at: StorageUnderTest): void => {
  it('finds a ticket whose transaction committed after one that changed later was indexed', async () => {
    const organizationId = fresh.id('org')
    const nowMs = await right(at.storage.health.time())
    for (const agoMs of [0, 30_000]) {
      const updatedAtMs = nowMs - agoMs
      await add(at, aTicket({ organizationId, subject: 'ocelot', updatedAtMs }))
      await indexAllTickets(at.storage)
    }
    const search = { organizationId, words: ['ocelot'], before: undefined, limit: 10 }
    expect((await right(at.storage.ticketSearch.find(search))).value.found).to.have.length(2)
  })
}

/** Tests the ticket search. */
export const ticketSearchSuite = (open: OpenStorage): void => {
  describe('search in tickets', () => ticketSearch(useStorage(open, 'test')))
  describe('search in tickets that just changed', () => ticketSearchInTime(useStorage(open, 'test')))
}
