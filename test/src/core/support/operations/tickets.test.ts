import { QUOTAS, quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import type { TicketId } from '@postrider/core/kernel/ids/id'
import type { OperationName } from '@postrider/core/assembly/registry'
import { type Reply, type TicketStatus } from '@postrider/core/support/domain/ticket'
import { isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { type Firm, type Person, useOffice } from '../../assembly/an-office.js'
import {
  brokenFields,
  CONFLICT,
  DENIED,
  NOT_FOUND,
  OTHER_BODY,
  strangeIds,
} from '../../runner/use-cases/strange.js'

const reason = 'Case 17.'

describe('Tickets of customers', () => {
  const office = useOffice()
  let olga: Operator
  beforeEach(async () => {
    olga = await office.at.operator(['admin.support'])
  })

  const done = <K extends OperationName>(operation: K, body: object, person: Person = office.at.billing) =>
    office.at.done(person, operation, body)
  const refused = (operation: OperationName, body: object, person: Person = office.at.billing) =>
    office.at.refused(person, operation, body)

  const bodyFor = ({ organizationId }: Pick<Firm, 'organizationId'>) =>
    ({
      organizationId,
      subject: 'A charge',
      text: 'What is it?',
      category: 'billing',
      priority: 'low',
    }) as const
  const open = async (firm: Firm = office.at): Promise<TicketId> => {
    const { ticket } = await done('createSupportTicket', bodyFor(firm), firm.billing)
    return ticket.ticketId as TicketId
  }
  const fileOf = (ticketId: TicketId) => done('getCustomerSupportTicket', { ticketId })
  const statusOf = async (ticketId: TicketId) => (await fileOf(ticketId)).ticket.status
  const append = (ticketId: TicketId, text: string) => done('appendCustomerSupportReply', { ticketId, text })
  const answer = (ticketId: TicketId, text: string, given: { readonly status?: TicketStatus } = {}) =>
    office.at.doneAbove(olga, 'replySupportTicket', { ticketId, text, reason, ...given })
  const refusedAnswer = (ticketId: TicketId, text: string) =>
    office.at.refusedAbove(olga, 'replySupportTicket', { ticketId, text, reason })
  const resolve = (ticketId: TicketId) =>
    office.at.doneAbove(olga, 'resolveSupportTicket', { ticketId, reason })

  it('are opened with the question as their first reply', async () => {
    const { organizationId, billing, acts } = office.at
    const { ticket } = await done('createSupportTicket', bodyFor(office.at))
    const ticketId = ticket.ticketId as TicketId
    expect(ticket).to.deep.equal({
      ticketId,
      organizationId,
      subject: 'A charge',
      category: 'billing',
      priority: 'low',
      status: 'open',
      createdAt: isoTime(NOW_MS),
      updatedAt: isoTime(NOW_MS),
    })
    const { replies, ...file } = await fileOf(ticketId)
    expect(file).to.deep.equal({ ticket, attachments: [] })
    const replyId = replies[0]?.replyId
    expect(replies).to.deep.equal([
      { replyId, ticketId, author: 'customer', text: 'What is it?', at: isoTime(NOW_MS) },
    ])
    const events = await acts()
    expect(events).to.have.length(1)
    expect(events[0]).to.deep.include({
      actor: { kind: 'user', id: billing.userId },
      action: 'createSupportTicket',
      target: ticketId,
      organizationId,
      details: { category: 'billing', priority: 'low' },
    })
  })

  it('wait for the customer after support replied, and are open after the customer did', async () => {
    const { time } = office.at
    const ticketId = await open()
    expect((await answer(ticketId, 'For messages.')).ticket.status).to.equal('waiting_customer')
    expect((await answer(ticketId, 'Sorry.')).ticket.status).to.equal('waiting_customer')
    await time.advance(MINUTE_MS)
    const at = isoTime(NOW_MS + MINUTE_MS)
    const { reply } = await append(ticketId, 'Which?')
    const { replyId } = reply
    expect(reply).to.deep.equal({ replyId, ticketId, author: 'customer', text: 'Which?', at })
    expect((await fileOf(ticketId)).ticket).to.deep.include({ status: 'open', updatedAt: at })
    await append(ticketId, 'Well?')
    expect(await statusOf(ticketId)).to.equal('open')
  })

  it('have the status that support sets, and are open again when the customer replies', async () => {
    const ticketId = await open()
    for (const status of ['resolved', 'closed', 'waiting_customer', 'open'] as const) {
      await answer(ticketId, 'So it is.', { status })
      expect(await statusOf(ticketId)).to.equal(status)
      await append(ticketId, 'No.')
      expect(await statusOf(ticketId), status).to.equal('open')
    }
    await office.at.doneAbove(olga, 'closeSupportTicket', { ticketId, reason })
    await answer(ticketId, 'Sorry that it took so long.')
    expect(await statusOf(ticketId)).to.equal('closed')
  })

  it('show which side wrote what, but not the person, while the audit log has the person, but not the text', async () => {
    const { billing, acts, storage } = office.at
    const ticketId = await open()
    await answer(ticketId, 'For messages.')
    const { reply } = await append(ticketId, 'Which?')
    const { replies } = await fileOf(ticketId)
    expect(replies.map(({ author, text }) => `${author}: ${text}`)).to.deep.equal([
      'customer: What is it?',
      'operator: For messages.',
      'customer: Which?',
    ])
    expect(JSON.stringify(replies)).not.to.match(/usr_|Asha/)
    const { userId } = billing
    const kept = (await right(storage.support.ticket(ticketId))).value?.replies
    expect(kept?.map(({ authorId }) => authorId)).to.deep.equal([userId, olga.facts.user.userId, userId])
    const events = await acts()
    expect(events).to.have.length(3)
    expect(events[1]).to.deep.include({
      actor: { kind: 'operator', id: olga.facts.user.userId },
      action: 'replySupportTicket',
      target: ticketId,
      reason,
      details: { replyId: replies[1]?.replyId, status: 'waiting_customer' },
    })
    expect(events[2]).to.deep.include({
      actor: { kind: 'user', id: userId },
      action: 'appendCustomerSupportReply',
      target: ticketId,
      details: { replyId: reply.replyId, status: 'open' },
    })
    expect(JSON.stringify(events)).not.to.match(/Which|messages\.|charge/)
  })

  it('are resolved and closed once, by super admins and their Agents', async () => {
    const { acts, time } = office.at
    const ticketId = await open()
    await time.advance(MINUTE_MS)
    const resolved = { status: 'resolved', updatedAt: isoTime(NOW_MS + MINUTE_MS) }
    expect((await resolve(ticketId)).ticket).to.deep.include(resolved)
    const end = (operation: 'resolveSupportTicket' | 'closeSupportTicket', id: string) =>
      office.at.refusedAbove(olga, operation, { ticketId: id, reason })
    expect(await end('resolveSupportTicket', ticketId)).to.deep.equal(CONFLICT)
    await office.at.doneByAdminAgent(olga, 'closeSupportTicket', { ticketId, reason })
    for (const operation of ['closeSupportTicket', 'resolveSupportTicket'] as const) {
      expect(await end(operation, ticketId)).to.deep.equal(CONFLICT)
      for (const unknown of strangeIds(office.at, 'tkt'))
        expect(await end(operation, unknown)).to.deep.equal(NOT_FOUND)
    }
    expect(await statusOf(ticketId)).to.equal('closed')
    const events = (await acts()).slice(1)
    expect(events.map(({ action, target, details }) => ({ action, target, details }))).to.deep.equal([
      { action: 'resolveSupportTicket', target: ticketId, details: { status: 'resolved' } },
      { action: 'closeSupportTicket', target: ticketId, details: { status: 'closed' } },
    ])
    expect(events.map(({ reason: why }) => why)).to.deep.equal([reason, reason])
  })

  it("don't change the epoch", async () => {
    const { storage } = office.at
    const before = await right(storage.catalog.epoch())
    const ticketId = await open()
    await answer(ticketId, 'Yes.')
    await resolve(ticketId)
    expect(await right(storage.catalog.epoch())).to.equal(before)
  })

  it('get a limited number of replies, without those of their chat', async () => {
    expect(QUOTAS.ticketReplies.most).to.equal(1_000)
    const { write, organizationId, billing, time, storage, ids } = office.at
    const body = { organizationId, subject: 'Help', text: 'Hello?' }
    const { chat } = await done('createChatRequest', body)
    await time.advance(MINUTE_MS)
    const escalation = { chatId: chat.chatId, priority: 'low' }
    const { ticket } = await done('escalateChatToTicket', escalation)
    const ticketId = ticket.ticketId as TicketId
    const reply = { ticketId, organizationId, author: 'customer', authorId: billing.userId } as const
    const atMs = office.at.clock.nowMs()
    const many = Array.from({ length: QUOTAS.ticketReplies.most - 1 }, (): Reply => ({
      ...reply,
      replyId: ids.next('rpl'),
      text: 'And another thing.',
      atMs,
    }))
    await write((unit) => unit.tickets.addReplies(many))
    await append(ticketId, 'The last.')
    const more = { ticketId, text: 'One more.' }
    expect(await refused('appendCustomerSupportReply', more)).to.deep.equal(quotaReached('ticketReplies'))
    expect(await refusedAnswer(ticketId, 'One more.')).to.deep.equal(quotaReached('ticketReplies'))
    const kept = await right(storage.support.ticket(ticketId))
    expect(kept.value?.replies).to.have.length(QUOTAS.ticketReplies.most + 1)
    await append(await open(), 'Elsewhere.')
  })

  it('are listed newest first, of every status or of one, page by page', async () => {
    const { organizationId, other } = office.at
    const ids: TicketId[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await open())
      await open(other)
    }
    const isResolved = (_: TicketId, at: number): boolean => [0, 2, 3].includes(at)
    for (const ticketId of ids.filter(isResolved)) await resolve(ticketId)
    const pages = async (limit: number, status?: TicketStatus): Promise<readonly string[]> => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const filter = { organizationId, limit, ...(status === undefined ? {} : { status }) }
        const request: object = { ...filter, ...(cursor === null ? {} : { cursor }) }
        const page = await done('listCustomerSupportTickets', request)
        expect(page.tickets.length).to.be.within(1, limit)
        seen.push(...page.tickets.map(({ ticketId }) => ticketId))
        cursor = page.nextCursor
      } while (cursor !== null)
      return seen
    }
    for (const limit of [1, 2, 5, 100]) {
      expect(await pages(limit)).to.deep.equal(ids)
      expect(await pages(limit, 'resolved')).to.deep.equal(ids.filter(isResolved))
      expect(await pages(limit, 'open')).to.deep.equal(ids.filter((id, at) => !isResolved(id, at)))
    }
    const none = await done('listCustomerSupportTickets', { organizationId, status: 'closed' })
    expect(none).to.deep.equal({ tickets: [], nextCursor: null })
    const first = await done('listCustomerSupportTickets', { organizationId, limit: 1 })
    expect(first.tickets).to.deep.equal([(await fileOf(ids[0] ?? 'tkt_')).ticket])
    const { nextCursor: cursor } = first
    for (const [request, person] of [
      [{ organizationId, cursor, status: 'open' }, office.at.billing],
      [{ organizationId: other.organizationId, cursor }, other.billing],
    ] as const) {
      const refusal = await refused('listCustomerSupportTickets', request, person)
      expect(brokenFields(refusal)).to.deep.equal(['/cursor mismatch'])
    }
  })

  it('of others and unknown ones get the same response', async () => {
    const foreign = await open(office.at.other)
    for (const ticketId of strangeIds(office.at, 'tkt', foreign)) {
      expect(await refused('getCustomerSupportTicket', { ticketId })).to.deep.equal(NOT_FOUND)
      const body = { ticketId, text: 'Hello?' }
      expect(await refused('appendCustomerSupportReply', body)).to.deep.equal(NOT_FOUND)
    }
    for (const organizationId of strangeIds(office.at, 'org', office.at.other.organizationId)) {
      const refusal = await refused('listCustomerSupportTickets', { organizationId })
      expect(refusal).to.deep.equal(NOT_FOUND)
      const body = { ...bodyFor(office.at), organizationId }
      expect(await refused('createSupportTicket', body)).to.deep.equal(NOT_FOUND)
    }
    expect(await refusedAnswer(fresh.id('tkt'), 'Hello?')).to.deep.equal(NOT_FOUND)
  })

  it('are for people with the support permission, also in a suspended Organization', async () => {
    const { viewer, organizationId } = office.at
    const ticketId = await open()
    for (const [operation, body] of [
      ['createSupportTicket', bodyFor(office.at)],
      ['listCustomerSupportTickets', { organizationId }],
      ['getCustomerSupportTicket', { ticketId }],
      ['appendCustomerSupportReply', { ticketId, text: 'May I?' }],
    ] as const)
      expect(await refused(operation, body, viewer), operation).to.deep.include(DENIED)
    await open(await office.at.suspended())
  })

  it('accept no invalid text, from either side', async () => {
    const ticketId = await open()
    const refusal = await refused('appendCustomerSupportReply', { ticketId, text: '' })
    expect(brokenFields(refusal)).to.deep.equal(['/text too_short'])
    expect(await refusedAnswer(ticketId, '')).to.deep.equal(refusal)
    const bad = { ...bodyFor(office.at), subject: ' ', category: 'love', priority: 'now', text: 'a\u0007' }
    expect(brokenFields(await refused('createSupportTicket', bad))).to.have.members([
      '/subject format',
      '/category not_allowed',
      '/priority not_allowed',
      '/text format',
    ])
  })

  it('are opened and added to once for a requestId', async () => {
    const { acts, organizationId } = office.at
    const requestId = 'request-0001'
    const opening = { ...bodyFor(office.at), requestId }
    const first = await done('createSupportTicket', opening)
    expect(await done('createSupportTicket', opening)).to.deep.equal({ ...first, replayed: true })
    const ticketId = first.ticket.ticketId as TicketId
    const adding = { ticketId, text: 'Well?', requestId }
    const second = await done('appendCustomerSupportReply', adding)
    const again = await done('appendCustomerSupportReply', adding)
    expect(again).to.deep.equal({ ...second, replayed: true })
    const otherTicket = { ...opening, priority: 'high' }
    expect(await refused('createSupportTicket', otherTicket)).to.deep.equal(OTHER_BODY)
    const otherText = { ...adding, text: 'Well, well?' }
    expect(await refused('appendCustomerSupportReply', otherText)).to.deep.equal(OTHER_BODY)
    expect((await fileOf(ticketId)).replies).to.have.length(2)
    const { tickets } = await done('listCustomerSupportTickets', { organizationId })
    expect(tickets).to.have.length(1)
    expect(await acts()).to.have.length(2)
  })
})
