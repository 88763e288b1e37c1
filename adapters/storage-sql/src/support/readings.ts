import type { ChatId, ChatMessageId, OrganizationId, TicketId } from '@postrider/core/kernel/ids/id'
import type { TicketStatus } from '@postrider/core/support/domain/ticket'
import type { SupportStorage } from '@postrider/core/support/ports/support-storage'
import { E } from '@postrider/core/fp'
import { readAsOf } from '../guards/as-of.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { type Filled, statement } from '../engine/template.js'
import { attachments, chatMessages, chats, replies, tickets } from './table.js'

const findTicket = statement(`SELECT ${tickets.select('t')} FROM tickets t WHERE t.id = ?x`)
const findReplies = statement(`
  SELECT ${replies.select('r')} FROM replies r {by replies.PRIMARY} WHERE r.ticket_id = ?x ORDER BY r.id`)
const findAttachments = statement(`
  SELECT ${attachments.select('a')} FROM attachments a {by attachments.of_ticket}
  WHERE a.ticket_id = ?x ORDER BY a.id`)

const listTickets = (ofStatus: string) =>
  statement(`
    SELECT ${tickets.select('t')} FROM tickets t {by tickets.of_organization}
    WHERE t.organization_id = ?x AND t.id < ?x ${ofStatus} ORDER BY t.id DESC LIMIT ?`)
const ticketsOfAny = listTickets('')
const ticketsOfStatus = listTickets('AND t.status = ?')

const chatPage = statement(`
  SELECT ${chatMessages.select('m')} FROM chat_messages m {by chat_messages.PRIMARY}
  WHERE m.chat_id = ?x AND m.id > ?x ORDER BY m.id LIMIT ?`)

/** A chat's messages in order, starting after this one. */
const readChatMessages = (chatId: ChatId, after: ChatMessageId | undefined, limit: number): Filled =>
  chatPage(idCell(chatId), after === undefined ? '' : idCell(after), limit)

const findChat = statement(`SELECT ${chats.select('c')} FROM chats c WHERE c.id = ?x`)

const listChats = statement(`
  SELECT ${chats.select('c')} FROM chats c {by chats.of_organization}
  WHERE c.organization_id = ?x AND c.id < ?x ORDER BY c.id DESC LIMIT ?`)

const findAttachment = statement(`SELECT ${attachments.select('a')} FROM attachments a WHERE a.id = ?x`)

const findAbandoned = statement(`
  SELECT ${attachments.select('a')} FROM attachments a {by attachments.by_state}
  WHERE a.registered_at IS NULL AND a.created_at < ? ORDER BY a.created_at, a.id LIMIT ?`)
/** Recently registered attachments are kept. */
const strike = statement('DELETE FROM attachments WHERE id IN (?x*) AND registered_at IS NULL')

const ticketPage = (
  organizationId: OrganizationId,
  status: TicketStatus | undefined,
  before: TicketId | undefined,
  limit: number,
): Filled => {
  const from = [idCell(organizationId), before === undefined ? BEYOND_ALL : idCell(before)] as const
  return status === undefined ? ticketsOfAny(...from, limit) : ticketsOfStatus(...from, status, limit)
}

export const supportStorage = (engine: Engine): SupportStorage => ({
  ticket: (ticketId) => () => {
    const id = idCell(ticketId)
    const file = [findTicket(id), findReplies(id), findAttachments(id)]
    return readAsOf(engine, file, ([found = [], replyRows = [], attached = []]) => {
      const ticket = found.map(tickets.of)[0]
      if (ticket === undefined) return undefined
      return { ticket, replies: replyRows.map(replies.of), attachments: attached.map(attachments.of) }
    })
  },
  tickets: (organizationId, status, before, limit) => () =>
    readAsOf(engine, [ticketPage(organizationId, status, before, limit)], ([rows = []]) =>
      rows.map(tickets.of),
    ),
  chats: (organizationId, before, limit) => () => {
    const from = before === undefined ? BEYOND_ALL : idCell(before)
    return readAsOf(engine, [listChats(idCell(organizationId), from, limit)], ([rows = []]) =>
      rows.map(chats.of),
    )
  },
  chat: (chatId, after, limit) => () =>
    readAsOf(
      engine,
      [findChat(idCell(chatId)), readChatMessages(chatId, after, limit)],
      ([found = [], messageRows = []]) => {
        const chat = found.map(chats.of)[0]
        return chat === undefined ? undefined : { chat, messages: messageRows.map(chatMessages.of) }
      },
    ),
  attachment: (attachmentId) => () =>
    readAsOf(engine, [findAttachment(idCell(attachmentId))], ([found = []]) => found.map(attachments.of)[0]),
  abandonedAttachments: (beforeMs, limit) => async () => {
    const read = await engine.read([findAbandoned(beforeMs, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(attachments.of))(read)
  },
  removeAttachments: (abandoned) => async () => {
    if (abandoned.length === 0) return E.right(undefined)
    const ids = abandoned.map(({ attachmentId }) => idCell(attachmentId)).sort()
    const outcome = await engine.transact([], () => ({ statements: [strike(ids)], result: undefined }))
    return unknownIsUndone(outcome)
  },
})
