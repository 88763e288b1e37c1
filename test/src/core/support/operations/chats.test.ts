import { QUOTAS, quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import type { ChatId, TicketId } from '@postrider/core/kernel/ids/id'
import type { OperationName } from '@postrider/core/assembly/registry'
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

const MUTATIONS = ['sendChatMessage', 'closeChat', 'escalateChatToTicket'] as const
const OPERATIONS = [...MUTATIONS, 'listChatMessages'] as const

const bodyOf = (operation: (typeof OPERATIONS)[number], chatId: string) => ({
  chatId,
  ...(operation === 'sendChatMessage' ? { text: 'Are you there?' } : {}),
  ...(operation === 'escalateChatToTicket' ? { priority: 'high' } : {}),
})

describe('Chats of customers', () => {
  const office = useOffice()
  let olga: Operator
  beforeEach(async () => {
    olga = await office.at.operator(['admin.support'])
  })

  const done = <K extends OperationName>(operation: K, body: object, person: Person = office.at.billing) =>
    office.at.done(person, operation, body)
  const refused = (operation: OperationName, body: object, person: Person = office.at.billing) =>
    office.at.refused(person, operation, body)

  const begin = async (firm: Firm = office.at): Promise<ChatId> => {
    const body = {
      organizationId: firm.organizationId,
      subject: 'Nothing arrives',
      text: 'Hello?\nAnybody?',
    }
    const { chat } = await done('createChatRequest', body, firm.billing)
    return chat.chatId as ChatId
  }
  const send = (chatId: ChatId, text: string) => done('sendChatMessage', { chatId, text })
  const messagesOf = async (chatId: ChatId) => (await done('listChatMessages', { chatId })).messages
  const answer = (chatId: ChatId, text: string) =>
    office.at.doneAbove(olga, 'sayInSupportChat', { chatId, text })
  const refusedAnswer = (chatId: ChatId, text: string) =>
    office.at.refusedAbove(olga, 'sayInSupportChat', { chatId, text })
  const kept = async (chatId: ChatId) =>
    (await right(office.at.storage.support.chat(chatId, undefined, 100))).value

  it('are listed and read at the website by members with the permission, newest first, and hidden from other Organizations', async () => {
    const { organizationId, billing, viewer, other } = office.at
    const first = await begin()
    const second = await begin()
    await begin(other)
    await done('closeChat', { chatId: first })
    const listed = await office.at.doneAtWebsite(billing, 'listCustomerSupportChats', { organizationId })
    expect(listed.chats.map(({ chatId, status }) => [chatId, status])).to.deep.equal([
      [second, 'waiting'],
      [first, 'closed'],
    ])
    expect(listed.nextCursor).to.equal(null)
    const body = { organizationId, limit: 1 }
    const page = await office.at.doneAtWebsite(billing, 'listCustomerSupportChats', body)
    const rest = { ...body, cursor: page.nextCursor }
    const next = await office.at.doneAtWebsite(billing, 'listCustomerSupportChats', rest)
    expect(next.chats.map(({ chatId }) => chatId)).to.deep.equal([first])
    const { chat, messages } = await office.at.doneAtWebsite(billing, 'getCustomerSupportChat', {
      chatId: second,
    })
    expect(chat).to.deep.equal(listed.chats[0])
    expect(messages.map(({ text }) => text)).to.deep.equal(['Hello?\nAnybody?'])
    for (const [person, refusal] of [
      [viewer, DENIED],
      [other.owner, NOT_FOUND],
    ] as const) {
      const request = { chatId: second }
      expect(await office.at.refusedAtWebsite(person, 'getCustomerSupportChat', request)).to.deep.include(
        refusal,
      )
      expect(
        await office.at.refusedAtWebsite(person, 'listCustomerSupportChats', { organizationId }),
      ).to.deep.include(refusal)
    }
  })

  it('wait for support, with the question as their first message', async () => {
    const { organizationId, billing, acts } = office.at
    const body = { organizationId, subject: 'Nothing arrives', text: 'Hello?\nAnybody?' }
    const { chat } = await done('createChatRequest', body)
    const { chatId } = chat
    expect(chat).to.deep.equal({
      chatId,
      organizationId,
      subject: 'Nothing arrives',
      status: 'waiting',
      createdAt: isoTime(NOW_MS),
      updatedAt: isoTime(NOW_MS),
    })
    const { messages, nextCursor } = await done('listChatMessages', { chatId })
    const chatMessageId = messages[0]?.chatMessageId
    expect(messages).to.deep.equal([
      { chatMessageId, chatId, author: 'customer', text: 'Hello?\nAnybody?', at: isoTime(NOW_MS) },
    ])
    expect(nextCursor).to.equal(null)
    expect((await kept(chatId as ChatId))?.chat).to.deep.include({
      messages: 1,
      openedBy: billing.userId,
    })
    const events = await acts()
    expect(events).to.have.length(1)
    expect(events[0]).to.deep.include({
      actor: { kind: 'user', id: billing.userId },
      action: 'createChatRequest',
      target: chatId,
      organizationId,
      details: {},
      requestId: 'req-of-the-test',
    })
  })

  it('have a limited number of open ones', async () => {
    expect(QUOTAS.openChats.most).to.equal(20)
    const { organizationId, other } = office.at
    const chats: ChatId[] = []
    for (let count = 0; count < QUOTAS.openChats.most; count += 1) chats.push(await begin())
    const [first, second] = chats
    if (first === undefined || second === undefined) throw new Error('no chats')
    const body = { organizationId, subject: 'One more', text: 'Hello?' }
    expect(await refused('createChatRequest', body)).to.deep.equal(quotaReached('openChats'))
    await begin(other)
    await answer(first, 'Hello.')
    expect(await refused('createChatRequest', body)).to.deep.equal(quotaReached('openChats'))
    await done('closeChat', { chatId: first })
    await done('createChatRequest', body)
    await done('escalateChatToTicket', { chatId: second, priority: 'low' })
    await done('createChatRequest', body)
    expect(await refused('createChatRequest', body)).to.deep.equal(quotaReached('openChats'))
  })

  it('go back and forth between a customer and the super admin who claims them', async () => {
    const { billing, acts, time } = office.at
    const chatId = await begin()
    await time.advance(MINUTE_MS)
    const at = isoTime(NOW_MS + MINUTE_MS)
    const { message } = await send(chatId, 'Still nothing.')
    const { chatMessageId } = message
    expect(message).to.deep.equal({ chatMessageId, chatId, author: 'customer', text: 'Still nothing.', at })
    const waiting = { status: 'waiting', messages: 2, updatedAtMs: NOW_MS + MINUTE_MS }
    expect((await kept(chatId))?.chat).to.deep.include(waiting)
    const sent = await answer(chatId, 'I look.')
    expect(sent.chat).to.deep.include({ status: 'active' })
    await send(chatId, 'Thanks.')
    const all = await kept(chatId)
    expect(all?.chat).to.deep.include({ status: 'active', messages: 4 })
    const { userId } = billing
    expect(all?.messages.map(({ authorId }) => authorId)).to.deep.equal([
      userId,
      userId,
      olga.facts.user.userId,
      userId,
    ])
    const messages = await messagesOf(chatId)
    expect(messages.map(({ author, text }) => `${author}: ${text}`)).to.deep.equal([
      'customer: Hello?\nAnybody?',
      'customer: Still nothing.',
      'operator: I look.',
      'customer: Thanks.',
    ])
    expect(JSON.stringify(messages)).not.to.match(/usr_|Asha/)
    const chain = await acts()
    expect(chain.slice(1).map(({ action, target, details }) => ({ action, target, details }))).to.deep.equal([
      { action: 'sendChatMessage', target: chatId, details: { chatMessageId } },
      {
        action: 'sayInSupportChat',
        target: chatId,
        details: { chatMessageId: sent.message.chatMessageId, status: 'active' },
      },
      {
        action: 'sendChatMessage',
        target: chatId,
        details: { chatMessageId: messages[3]?.chatMessageId },
      },
    ])
    expect(chain[2]).to.deep.include({ actor: { kind: 'operator', id: olga.facts.user.userId } })
    expect(JSON.stringify(chain)).not.to.match(/Still|I look|Nothing arrives/)
  })

  it('are read page by page, forwards, and a cursor is valid only for its own chat', async () => {
    const chatId = await begin()
    const elsewhere = await begin()
    for (const text of ['two', 'three', 'four', 'five']) await send(chatId, text)
    const whole = await messagesOf(chatId)
    expect(whole).to.have.length(5)
    const pages: object[] = []
    let cursor: string | null = null
    do {
      const request: object = { chatId, limit: 2, ...(cursor === null ? {} : { cursor }) }
      const page = await done('listChatMessages', request)
      expect(page.messages.length).to.be.within(1, 2)
      pages.push(...page.messages)
      cursor = page.nextCursor
      if (cursor !== null) {
        const foreign = await refused('listChatMessages', { chatId: elsewhere, cursor })
        expect(brokenFields(foreign)).to.deep.equal(['/cursor mismatch'])
      }
    } while (cursor !== null)
    expect(pages).to.deep.equal(whole)
    expect((await done('listChatMessages', { chatId, limit: 5 })).nextCursor).to.equal(null)
  })

  it('have a limited number of messages, of either side', async () => {
    expect(QUOTAS.chatMessages.most).to.equal(1_000)
    const { write } = office.at
    const chatId = await begin()
    await write(async (unit) => {
      const chat = await unit.chats.lock(chatId)
      if (chat !== undefined) unit.chats.replace({ ...chat, messages: QUOTAS.chatMessages.most - 1 })
    })
    await send(chatId, 'The last.')
    const body = { chatId, text: 'More.' }
    expect(await refused('sendChatMessage', body)).to.deep.equal(quotaReached('chatMessages'))
    expect(await refusedAnswer(chatId, 'More.')).to.deep.equal(quotaReached('chatMessages'))
    expect((await kept(chatId))?.chat.messages).to.equal(QUOTAS.chatMessages.most)
    await done('closeChat', { chatId })
  })

  it('end when they are closed, once', async () => {
    const { acts, time } = office.at
    const chatId = await begin()
    await time.advance(MINUTE_MS)
    const { chat } = await done('closeChat', { chatId })
    expect(chat).to.deep.include({ status: 'closed', updatedAt: isoTime(NOW_MS + MINUTE_MS) })
    expect(chat).not.to.have.property('ticketId')
    const expected = { action: 'closeChat', target: chatId, details: { status: 'closed' } }
    expect((await acts()).at(-1)).to.deep.include(expected)
    for (const operation of MUTATIONS)
      expect(await refused(operation, bodyOf(operation, chatId)), operation).to.deep.equal(CONFLICT)
    expect(await refusedAnswer(chatId, 'Too late.')).to.deep.equal(CONFLICT)
    expect(await messagesOf(chatId)).to.have.length(1)
  })

  it('end as a ticket with what was said, by whom and when', async () => {
    const { organizationId, billing, acts, time, storage } = office.at
    const chatId = await begin()
    await time.advance(MINUTE_MS)
    await answer(chatId, 'I look.')
    for (const text of ['one', 'two']) await send(chatId, text)
    await time.advance(MINUTE_MS)
    const { ticket } = await done('escalateChatToTicket', { chatId, priority: 'urgent' })
    const ticketId = ticket.ticketId as TicketId
    expect(ticket).to.deep.equal({
      ticketId,
      organizationId,
      subject: 'Nothing arrives',
      category: 'other',
      priority: 'urgent',
      status: 'open',
      createdAt: isoTime(NOW_MS + 2 * MINUTE_MS),
      updatedAt: isoTime(NOW_MS + 2 * MINUTE_MS),
      chatId,
    })
    const file = await done('getCustomerSupportTicket', { ticketId })
    expect(file.ticket).to.deep.equal(ticket)
    const messages = await messagesOf(chatId)
    expect(messages).to.have.length(4)
    expect(file.replies).to.deep.equal(
      messages.map(({ chatMessageId, author, text, at }) => {
        const replyId = `rpl_${chatMessageId.slice('chm_'.length)}`
        return { replyId, ticketId, author, text, at }
      }),
    )
    const all = (await right(storage.support.ticket(ticketId))).value
    const { userId } = billing
    expect(all?.ticket.openedBy).to.equal(userId)
    expect(all?.replies.map(({ authorId }) => authorId)).to.deep.equal([
      userId,
      olga.facts.user.userId,
      userId,
      userId,
    ])
    const over = { status: 'escalated', ticketId, updatedAtMs: NOW_MS + 2 * MINUTE_MS }
    expect((await kept(chatId))?.chat).to.deep.include(over)
    const expected = {
      action: 'escalateChatToTicket',
      target: chatId,
      details: { ticketId, priority: 'urgent' },
    }
    expect((await acts()).at(-1)).to.deep.include(expected)
    for (const operation of MUTATIONS)
      expect(await refused(operation, bodyOf(operation, chatId)), operation).to.deep.equal(CONFLICT)
    expect(await refusedAnswer(chatId, 'Too late.')).to.deep.equal(CONFLICT)
  })

  it('of others and unknown ones get the same response', async () => {
    const foreign = await begin(office.at.other)
    for (const operation of OPERATIONS)
      for (const chatId of strangeIds(office.at, 'cht', foreign))
        expect(await refused(operation, bodyOf(operation, chatId)), operation).to.deep.equal(NOT_FOUND)
    for (const organizationId of strangeIds(office.at, 'org', office.at.other.organizationId)) {
      const body = { organizationId, subject: 'Mine?', text: 'Hello?' }
      expect(await refused('createChatRequest', body)).to.deep.equal(NOT_FOUND)
    }
    expect(await refusedAnswer(fresh.id('cht'), 'Hello?')).to.deep.equal(NOT_FOUND)
  })

  it('are for people with the support permission, also in a suspended Organization', async () => {
    const { organizationId, viewer } = office.at
    const chatId = await begin()
    const body = { organizationId, subject: 'May I?', text: 'Hello?' }
    expect(await refused('createChatRequest', body, viewer)).to.deep.include(DENIED)
    for (const operation of OPERATIONS)
      expect(await refused(operation, bodyOf(operation, chatId), viewer)).to.deep.include(DENIED)
    await begin(await office.at.suspended())
  })

  it('accept no invalid text, from either side', async () => {
    const { organizationId } = office.at
    const chatId = await begin()
    const bad = { organizationId, subject: 'two\nlines', text: '' }
    expect(brokenFields(await refused('createChatRequest', bad))).to.have.members([
      '/subject format',
      '/text too_short',
    ])
    for (const text of ['', 'x'.repeat(10_001), 'a\u0000b', 'a\u0007b', '  \n']) {
      const refusal = await refused('sendChatMessage', { chatId, text })
      expect(brokenFields(refusal)).to.have.length(1)
      expect(await refusedAnswer(chatId, text)).to.deep.equal(refusal)
    }
    await send(chatId, 'ß𝄞'.repeat(5_000))
  })

  it('are started, added to and ended once for a requestId', async () => {
    const { organizationId, acts } = office.at
    const requestId = 'request-0001'
    const body = { organizationId, subject: 'Once', text: 'Hello?', requestId }
    const first = await done('createChatRequest', body)
    expect(await done('createChatRequest', body)).to.deep.equal({ ...first, replayed: true })
    expect(await refused('createChatRequest', { ...body, text: 'Hi?' })).to.deep.equal(OTHER_BODY)
    const chatId = first.chat.chatId as ChatId
    for (const operation of ['sendChatMessage', 'escalateChatToTicket'] as const) {
      const request = { ...bodyOf(operation, chatId), requestId }
      const once = await done(operation, request)
      expect(await done(operation, request), operation).to.deep.equal({ ...once, replayed: true })
    }
    const closing = { chatId: await begin(), requestId }
    const closed = await done('closeChat', closing)
    expect(await done('closeChat', closing)).to.deep.equal({ ...closed, replayed: true })
    expect(await refused('closeChat', { ...closing, chatId })).to.deep.equal(OTHER_BODY)
    expect(await messagesOf(chatId)).to.have.length(2)
    expect(await acts()).to.have.length(5)
  })
})
