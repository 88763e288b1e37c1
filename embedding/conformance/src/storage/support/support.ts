import type { Storage } from '@postrider/core/assembly/storage'
import { expect } from 'chai'
import type { ChatId, TicketId } from '@postrider/core/kernel/ids/id'
import { CHAT_STATUSES } from '@postrider/core/support/domain/chat'
import type { TicketStatus } from '@postrider/core/support/domain/ticket'
import { aChat, aChatMessage, anAttachment, aReply, aTicket } from '../../builders/a-ticket.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'

const LONGEST = 'ß𝄞'.repeat(5_000)

const tickets = (at: StorageUnderTest): void => {
  it('have their replies and attachments in order, with long texts complete', async () => {
    const chatId = fresh.id('cht')
    const ticket = aTicket({ chatId, subject: 'ß'.repeat(200) })
    const { ticketId, organizationId } = ticket
    const replies = [LONGEST, '', 'third'].map((text) => aReply({ ticketId, organizationId, text }))
    const attachment = anAttachment({ organizationId, ticketId, registeredAtMs: NOW_MS })
    await sharing(at, (unit) => {
      unit.tickets.add(ticket)
      unit.tickets.addReplies([...replies].reverse())
      unit.tickets.addReplies([])
      unit.tickets.addReplies([aReply()])
      unit.attachments.add(attachment)
      unit.attachments.add(anAttachment({ organizationId }))
    })
    const epoch = await right(at.storage.catalog.epoch())
    expect(await right(at.storage.support.ticket(ticketId))).to.deep.equal({
      epoch,
      value: { ticket, replies, attachments: [attachment] },
    })
    expect((await right(at.storage.support.ticket(fresh.id('tkt')))).value).to.equal(undefined)
  })

  it('are listed newest first, of any status or of one, page by page', async () => {
    const organizationId = fresh.id('org')
    const list = (['open', 'resolved', 'open', 'closed', 'open'] as const)
      .map((status) => aTicket({ organizationId, status }))
      .reverse()
    await sharing(at, (unit) => {
      for (const ticket of [...list, aTicket()]) unit.tickets.add(ticket)
    })
    const page = async (status: TicketStatus | undefined, before: TicketId | undefined, limit: number) =>
      (await right(at.storage.support.tickets(organizationId, status, before, limit))).value
    expect(await page(undefined, undefined, 2)).to.deep.equal(list.slice(0, 2))
    expect(await page(undefined, list[1]?.ticketId, 9)).to.deep.equal(list.slice(2))
    const open = list.filter(({ status }) => status === 'open')
    expect(await page('open', undefined, 2)).to.deep.equal(open.slice(0, 2))
    expect(await page('open', open[1]?.ticketId, 2)).to.deep.equal(open.slice(2))
  })
}

const chats = (at: StorageUnderTest): void => {
  it('are listed newest first, open or not, page by page', async () => {
    const organizationId = fresh.id('org')
    const list = (['closed', 'waiting', 'active'] as const)
      .map((status) => aChat({ organizationId, status }))
      .reverse()
    await sharing(at, (unit) => {
      for (const chat of [...list, aChat()]) unit.chats.add(chat)
    })
    const page = async (before: ChatId | undefined, limit: number) =>
      (await right(at.storage.support.chats(organizationId, before, limit))).value
    expect(await page(undefined, 2)).to.deep.equal(list.slice(0, 2))
    expect(await page(list[1]?.chatId, 9)).to.deep.equal(list.slice(2))
  })

  it('show their messages in order, from a given one on', async () => {
    const chat = aChat()
    const { chatId, organizationId } = chat
    const messages = [LONGEST, 'second', 'third'].map((text) =>
      aChatMessage({ chatId, organizationId, text }),
    )
    await sharing(at, (unit) => {
      unit.chats.add(chat)
      for (const message of [...messages].reverse()) unit.chats.addMessage(message)
      unit.chats.addMessage(aChatMessage())
      unit.chats.replace({ ...chat, messages: 3, status: 'active' })
    })
    const shown = { ...chat, messages: 3, status: 'active' }
    const page = async (...args: Parameters<Storage['support']['chat']>) =>
      (await right(at.storage.support.chat(...args))).value
    expect(await page(chatId, undefined, 2)).to.deep.equal({ chat: shown, messages: messages.slice(0, 2) })
    expect(await page(chatId, messages[1]?.chatMessageId, 9)).to.deep.equal({
      chat: shown,
      messages: messages.slice(2),
    })
    expect(await page(fresh.id('cht'), undefined, 9)).to.equal(undefined)
  })

  it('are counted while they are open, with those that the unit itself started', async () => {
    const organizationId = fresh.id('org')
    const count = () => sharing(at, (unit) => unit.chats.countOpen(organizationId))
    expect(await count()).to.equal(0)
    await sharing(at, async (unit) => {
      for (const status of CHAT_STATUSES) unit.chats.add(aChat({ organizationId, status }))
      unit.chats.add(aChat())
      expect(await unit.chats.countOpen(organizationId)).to.equal(2)
    })
    expect(await count()).to.equal(2)
  })

  it('become replies of a ticket in their order, with authors and times, for any length', async () => {
    const organizationId = fresh.id('org')
    const { ticketId } = aTicket()
    const chat = aChat({ organizationId })
    const { chatId } = chat
    const messages = [LONGEST, '', 'third'].map((text, place) =>
      aChatMessage({
        chatId,
        organizationId,
        text,
        author: place === 1 ? 'operator' : 'customer',
        atMs: NOW_MS + place,
      }),
    )
    const own = aReply({ ticketId, organizationId, atMs: NOW_MS + 3 })
    await sharing(at, (unit) => {
      unit.chats.add(chat)
      for (const message of messages.slice(0, 2)) unit.chats.addMessage(message)
      unit.chats.addMessage(aChatMessage())
    })
    await sharing(at, (unit) => {
      for (const message of messages.slice(2)) unit.chats.addMessage(message)
      unit.tickets.add(aTicket({ ticketId, organizationId, chatId }))
      unit.tickets.addTranscript(ticketId, chatId)
      unit.tickets.addReplies([own])
    })
    const transcript = messages.map(({ chatMessageId, author, authorId, text, atMs }) => {
      const replyId = `rpl_${chatMessageId.slice('chm_'.length)}`
      return { replyId, ticketId, organizationId, author, authorId, text, atMs }
    })
    const file = (await right(at.storage.support.ticket(ticketId))).value
    expect(file?.replies).to.deep.equal([...transcript, own])
    expect((await right(at.storage.support.chat(chatId, undefined, 9))).value?.messages).to.deep.equal(
      messages,
    )
    const since = (fromMs: number) => sharing(at, (unit) => unit.tickets.countReplies(ticketId, fromMs))
    expect(await since(0)).to.equal(4)
    expect(await since(NOW_MS + 3)).to.equal(1)
    expect(await since(NOW_MS + 4)).to.equal(0)
  })
}

const attachments = (at: StorageUnderTest): void => {
  it('are found by their identifiers, on a ticket or not, and are counted at their place', async () => {
    const [organizationId, ticketId] = [fresh.id('org'), fresh.id('tkt')]
    const announced = anAttachment({ organizationId })
    const registered = anAttachment({ organizationId, ticketId, registeredAtMs: NOW_MS })
    const counted = () =>
      sharing(at, async (unit) => [
        await unit.attachments.countOn(ticketId),
        await unit.attachments.countAnnounced(organizationId),
        await unit.attachments.bytesOf(organizationId),
      ])
    expect(await counted()).to.deep.equal([0, 0, 0])
    await sharing(at, (unit) => {
      unit.attachments.add(announced)
      unit.attachments.add(anAttachment({ organizationId }))
      unit.attachments.add(registered)
      unit.attachments.add(anAttachment())
      unit.attachments.add(
        anAttachment({ organizationId, ticketId: fresh.id('tkt'), registeredAtMs: NOW_MS }),
      )
    })
    expect(await counted()).to.deep.equal([1, 2, 4 * announced.sizeBytes])
    const epoch = await right(at.storage.catalog.epoch())
    for (const value of [announced, registered])
      expect(await right(at.storage.support.attachment(value.attachmentId))).to.deep.equal({ epoch, value })
    expect((await right(at.storage.support.attachment(fresh.id('att')))).value).to.equal(undefined)
  })

  it('that were never registered are found when they are old, and deleted unless they are registered by then', async () => {
    const [oldest, old, late, young] = [3, 2, 1, 0].map((age) => anAttachment({ createdAtMs: NOW_MS - age }))
    if (oldest === undefined || old === undefined || late === undefined || young === undefined)
      throw new Error('no attachments')
    const registered = anAttachment({
      createdAtMs: NOW_MS - 9,
      ticketId: fresh.id('tkt'),
      registeredAtMs: NOW_MS,
    })
    await sharing(at, (unit) => {
      for (const attachment of [young, old, registered, oldest, late]) unit.attachments.add(attachment)
    })
    const abandoned = (limit: number) => right(at.storage.support.abandonedAttachments(NOW_MS, limit))
    expect(await abandoned(2)).to.deep.equal([oldest, old])
    await sharing(at, async (unit) => {
      expect(await unit.attachments.lock(old.attachmentId)).to.deep.equal(old)
      unit.attachments.replace({ ...old, ticketId: fresh.id('tkt'), registeredAtMs: NOW_MS })
    })
    await right(at.storage.support.removeAttachments([oldest, old]))
    await right(at.storage.support.removeAttachments([]))
    expect(await abandoned(9)).to.deep.equal([late])
    const kept = await sharing(at, (unit) => unit.attachments.lock(old.attachmentId))
    expect(kept?.registeredAtMs).to.equal(NOW_MS)
  })
}

/** Tests conversations between customers and super admins. */
export const supportSuite = (open: OpenStorage): void => {
  describe('tickets', () => tickets(useStorage(open)))
  describe('chats', () => chats(useStorage(open)))
  describe('attachments', () => attachments(useStorage(open, 'test')))
}
