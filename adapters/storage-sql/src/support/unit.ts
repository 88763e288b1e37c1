import type { Id } from '@postrider/core/domain/ids/id'
import { OPEN_CHAT_STATUSES } from '@postrider/core/domain/support/chat'
import type { Digest } from '@postrider/core/domain/digests/digest'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { type Cells, integer } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import { insertInto } from '../engine/insertion.js'
import { type Filled, statement } from '../engine/template.js'
import { mailJobs } from '../mails/table.js'
import { operationResults } from '../operations/table.js'
import { attachments, chatMessages, chats, replies, tickets } from './table.js'
import { bookOf } from '../units/repository.js'
import type { Script } from '../units/statement-sequence.js'
import { shelf } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const chatShelf = shelf(chats, ['id'], byId)
const ticketShelf = shelf(tickets, ['id'], byId)
const attachmentShelf = shelf(attachments, ['id'], byId)
const mailJobShelf = shelf(mailJobs, ['id'], (id: string) => [digestCell(id, 16)])
const resultShelf = shelf(operationResults, ['result_key'], (key: Digest) => [digestCell(key, 16)])

const insertMessage = insertInto(chatMessages.table)
const insertReplies = insertInto(replies.table)

const countOpen = statement(`
  SELECT COUNT(*) FROM chats c {by chats.by_status} WHERE c.organization_id = ?x AND c.status IN (?*)`)
const countReplies = statement(`
  SELECT COUNT(*) FROM replies r {by replies.PRIMARY} WHERE r.ticket_id = ?x AND r.at >= ?`)
const countOn = statement(`
  SELECT COUNT(*) FROM attachments a {by attachments.of_ticket} WHERE a.ticket_id = ?x`)
const countAnnounced = statement(`
  SELECT COUNT(*) FROM attachments a {by attachments.announced}
  WHERE a.organization_id = ?x AND a.registered_at IS NULL`)

/** The texts stay where they are: together they may be longer than anything a server reads at once. */
const copyMessages = statement(`
  INSERT INTO replies (id, ticket_id, organization_id, author, author_id, said, at)
  SELECT m.id, ?x, m.organization_id, m.author, m.author_id, m.said, m.at FROM chat_messages m {by chat_messages.PRIMARY}
  WHERE m.chat_id = ?x`)

const numberOf = async (script: Script, asked: Filled): Promise<number> => {
  const [found = []] = await script.read([asked])
  return integer(found[0]?.[0])
}

type SupportBooks = Pick<UnitOfWork, 'chats' | 'tickets' | 'attachments' | 'mailJobs' | 'results'>

/** What is said in support, the service's own mails, and what operations answered. */
export const supportBooks = (script: Script): SupportBooks => ({
  chats: {
    ...bookOf(script, chatShelf),
    countOpen: (organizationId) =>
      numberOf(script, countOpen(idCell(organizationId), [...OPEN_CHAT_STATUSES])),
    addMessage: (message) => {
      script.write(insertMessage(chatMessages.cells(message)))
    },
  },
  tickets: {
    ...bookOf(script, ticketShelf),
    addReplies: (list) => {
      if (list.length > 0) script.write(insertReplies(list.flatMap(replies.cells)))
    },
    addTranscript: (ticketId, chatId) => {
      script.write(copyMessages(idCell(ticketId), idCell(chatId)))
    },
    countReplies: (ticketId, fromMs) => numberOf(script, countReplies(idCell(ticketId), fromMs)),
  },
  attachments: {
    ...bookOf(script, attachmentShelf),
    countOn: (ticketId) => numberOf(script, countOn(idCell(ticketId))),
    countAnnounced: (organizationId) => numberOf(script, countAnnounced(idCell(organizationId))),
  },
  mailJobs: bookOf(script, mailJobShelf),
  results: bookOf(script, resultShelf),
})
