import { expect } from 'chai'
import type { ChatId } from '@postrider/core/kernel/ids/id'
import type { OperationName } from '@postrider/core/assembly/registry'
import { isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aChat, aChatMessage, anAttachment, aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND, OTHER_BODY, strangeIds } from '../../runner/use-cases/strange.js'

const reason = 'It is over.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Chats with support on ${engine}`, () => {
    const office = useOffice(open)
    let olga: Operator
    beforeEach(async () => {
      olga = await office.at.operator(['admin.support'])
    })

    const waiting = async (changes: Parameters<typeof aChat>[0] = {}): Promise<ChatId> => {
      const chat = aChat({ organizationId: office.at.organizationId, ...changes })
      await office.at.write((unit) => unit.chats.add(chat))
      return chat.chatId
    }
    const take = (chatId: string) => office.at.doneAbove(olga, 'takeSupportChat', { chatId })
    const refused = async (operation: OperationName, body: object) => {
      const answer = await office.at.askAbove(olga, operation, body)
      return E.isLeft(answer) ? answer.left : expect.fail(`${operation} was done`)
    }

    it('are claimed once: of two concurrent super admins, one gets the chat', async () => {
      const otto = await office.at.operator(['admin.support'])
      const chatId = await waiting()
      await office.at.time.advance(MINUTE_MS)
      const both = await Promise.all(
        [olga, otto].map((one) => office.at.askAbove(one, 'takeSupportChat', { chatId })),
      )
      expect(both.map((one) => (E.isRight(one) ? 'Done' : one.left._tag)).sort()).to.deep.equal([
        'Conflict',
        'Done',
      ])
      const [event, ...more] = await office.at.acts()
      expect(more).to.deep.equal([])
      const { chat } = await office.at.doneAbove(olga, 'getSupportChat', { chatId })
      expect(chat).to.include({ status: 'active', updatedAt: isoTime(NOW_MS + MINUTE_MS) })
      expect(event).to.deep.include({
        action: 'takeSupportChat',
        target: chatId,
        details: { status: 'active' },
      })
      expect([olga, otto].map(({ facts }) => facts.user.userId)).to.include(event?.actor.id)
    })

    it('get replies, and end with a reason, once for a requestId', async () => {
      const chatId = await waiting()
      const saying = { chatId, text: 'I look.', requestId: 'request-0001' }
      const sent = await office.at.doneAbove(olga, 'sayInSupportChat', saying)
      expect(sent.chat.status).to.equal('active')
      expect(sent.message).to.include({ chatId, author: 'operator', text: 'I look.' })
      const again = await office.at.doneAbove(olga, 'sayInSupportChat', saying)
      expect(again).to.deep.equal({ ...sent, replayed: true })
      expect(await refused('sayInSupportChat', { ...saying, text: 'Else.' })).to.deep.equal(OTHER_BODY)
      const { chat } = await office.at.doneAbove(olga, 'endSupportChat', { chatId, reason })
      expect(chat.status).to.equal('closed')
      for (const [operation, body] of [
        ['takeSupportChat', {}],
        ['sayInSupportChat', { text: 'Hello?' }],
        ['endSupportChat', { reason }],
      ] as const)
        expect(await refused(operation, { chatId, ...body }), operation).to.deep.equal(CONFLICT)
      const events = (await office.at.acts()).map(({ action, details, reason: why }) => [
        action,
        details,
        why,
      ])
      const { chatMessageId } = sent.message
      expect(events).to.deep.equal([
        ['sayInSupportChat', { chatMessageId, status: 'active' }, undefined],
        ['endSupportChat', { status: 'closed' }, reason],
      ])
      expect(JSON.stringify(events)).not.to.contain('I look')
    })

    it('are read page by page, from any Organization', async () => {
      const { other } = office.at
      const chatId = await waiting({ organizationId: other.organizationId })
      const messages = Array.from({ length: 3 }, (_, at) =>
        aChatMessage({ chatId, organizationId: other.organizationId, text: String(at) }),
      )
      await office.at.write((unit) => {
        for (const message of messages) unit.chats.addMessage(message)
      })
      const first = await office.at.doneAbove(olga, 'getSupportChat', { chatId, limit: 2 })
      expect(first.chat).to.include({ chatId, organizationId: other.organizationId, status: 'waiting' })
      const rest = await office.at.doneAbove(olga, 'getSupportChat', { chatId, cursor: first.nextCursor })
      expect([...first.messages, ...rest.messages].map(({ text }) => text)).to.deep.equal(['0', '1', '2'])
      expect(rest.nextCursor).to.equal(null)
      const elsewhere = { chatId: await waiting(), cursor: first.nextCursor }
      expect(brokenFields(await refused('getSupportChat', elsewhere))).to.deep.equal(['/cursor mismatch'])
    })

    it('are accepted from the customer, who continues in them', async () => {
      const { chat } = await office.at.done(office.at.owner, 'createChatRequest', {
        organizationId: office.at.organizationId,
        subject: 'Nothing arrives',
        text: 'Hello?',
      })
      await take(chat.chatId)
      await office.at.done(office.at.owner, 'sendChatMessage', {
        chatId: chat.chatId,
        text: 'There you are.',
      })
      const read = await office.at.doneAbove(olga, 'getSupportChat', { chatId: chat.chatId })
      expect(read.chat.status).to.equal('active')
      expect(read.messages.map(({ text }) => text)).to.deep.equal(['Hello?', 'There you are.'])
    })

    it("and unknown tickets aren't found", async () => {
      for (const chatId of strangeIds(office.at, 'cht'))
        for (const [operation, body] of [
          ['getSupportChat', {}],
          ['takeSupportChat', {}],
          ['sayInSupportChat', { text: 'Hello?' }],
          ['endSupportChat', { reason }],
        ] as const)
          expect(await refused(operation, { chatId, ...body }), operation).to.deep.equal(NOT_FOUND)
      for (const ticketId of strangeIds(office.at, 'tkt'))
        expect(await refused('getSupportTicket', { ticketId })).to.deep.equal(NOT_FOUND)
    })
  })

describe('A ticket as read by support', () => {
  const office = useOffice()

  it('has all that its customer reads, and the bytes of its files', async () => {
    const olga = await office.at.operator(['admin.support'])
    const { organizationId } = office.at
    const ticket = aTicket({ organizationId })
    const { ticketId } = ticket
    const file = anAttachment({
      organizationId,
      ticketId,
      registeredAtMs: NOW_MS,
      sizeBytes: 3,
      sha256: sha256('log'),
    })
    const announced = anAttachment({ organizationId })
    await office.at.write((unit) => {
      unit.tickets.add(ticket)
      unit.tickets.addReplies([aReply({ ticketId, organizationId })])
      for (const one of [file, announced]) unit.attachments.add(one)
    })
    office.at.attachments.put(file, 'log')
    const read = await office.at.doneAbove(olga, 'getSupportTicket', { ticketId })
    const own = await office.at.done(office.at.owner, 'getCustomerSupportTicket', { ticketId })
    expect(read).to.deep.equal(own)
    expect(read.attachments.map(({ attachmentId }) => attachmentId)).to.deep.equal([file.attachmentId])
    const request = { ticketId, attachmentId: file.attachmentId }
    const { downloadUrl } = await office.at.doneAbove(olga, 'getSupportAttachmentUrl', request)
    expect(downloadUrl).to.contain(file.attachmentId)
    const unregistered = { ticketId, attachmentId: announced.attachmentId }
    expect(await office.at.refusedAbove(olga, 'getSupportAttachmentUrl', unregistered)).to.deep.equal(
      NOT_FOUND,
    )
  })
})
