import type { Id } from '@postrider/core/kernel/ids/id'
import { OPEN_CHAT_STATUSES } from '@postrider/core/support/domain/chat'
import { OPEN_TICKET_STATUSES } from '@postrider/core/support/domain/ticket'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import { insertInto } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { mailJobs } from '../identity/mails/table.js'
import { operationResults } from '../runner/table.js'
import { attachments, chatMessages, chats, replies, tickets } from './table.js'
import { countedIn } from '../units/counted-in.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const chatGateway = tableGateway(chats, ['id'], byId)
const ticketGateway = tableGateway(tickets, ['id'], byId)
const attachmentGateway = tableGateway(attachments, ['id'], byId)
const mailJobGateway = tableGateway(mailJobs, ['id'], (id: string) => [digestCell(id, 16)])
const resultGateway = tableGateway(operationResults, ['result_key'], (key: Digest) => [digestCell(key, 16)])

const insertMessage = insertInto(chatMessages.table)
const insertReplies = insertInto(replies.table)

const countOpen = statement(`
  SELECT COUNT(*) FROM chats c {by chats.by_status} WHERE c.organization_id = ?x AND c.status IN (?*)`)
const countOpenTickets = statement(`
  SELECT COUNT(*) FROM tickets t {by tickets.of_organization} WHERE t.organization_id = ?x AND t.status IN (?*)`)
const countReplies = statement(`
  SELECT COUNT(*) FROM replies r {by replies.PRIMARY} WHERE r.ticket_id = ?x AND r.at >= ?`)
const countOn = statement(`
  SELECT COUNT(*) FROM attachments a {by attachments.of_ticket} WHERE a.ticket_id = ?x`)
const countAnnounced = statement(`
  SELECT COUNT(*) FROM attachments a {by attachments.announced}
  WHERE a.organization_id = ?x AND a.registered_at IS NULL`)
const sumBytes = statement(`
  SELECT CAST(COALESCE(SUM(a.size_bytes), 0) {as integer}) FROM attachments a {by attachments.announced}
  WHERE a.organization_id = ?x`)

/**
 * The texts are copied inside the database: together they may be longer than the server's limit for one
 * statement.
 */
const copyMessages = statement(`
  INSERT INTO replies (id, ticket_id, organization_id, author, author_id, said, at)
  SELECT m.id, ?x, m.organization_id, m.author, m.author_id, m.said, m.at FROM chat_messages m {by chat_messages.PRIMARY}
  WHERE m.chat_id = ?x`)

type SupportRepositories = Pick<UnitOfWork, 'chats' | 'tickets' | 'attachments' | 'mailJobs' | 'results'>

/** Tickets and chats, the service's own emails, and the results of operations. */
export const supportRepositories = (sequence: StatementSequence): SupportRepositories => ({
  chats: {
    ...repositoryOf(sequence, chatGateway),
    countOpen: (organizationId) =>
      countedIn(sequence, countOpen(idCell(organizationId), [...OPEN_CHAT_STATUSES])),
    addMessage: (message) => {
      sequence.writeApart(insertMessage(chatMessages.cells(message)))
    },
  },
  tickets: {
    ...repositoryOf(sequence, ticketGateway),
    countOpen: (organizationId) =>
      countedIn(sequence, countOpenTickets(idCell(organizationId), [...OPEN_TICKET_STATUSES])),
    addReplies: (list) => {
      if (list.length > 0) sequence.writeApart(insertReplies(replies.rows(list)))
    },
    addTranscript: (ticketId, chatId) => {
      sequence.writeApart(copyMessages(idCell(ticketId), idCell(chatId)))
    },
    countReplies: (ticketId, fromMs) => countedIn(sequence, countReplies(idCell(ticketId), fromMs)),
  },
  attachments: {
    ...repositoryOf(sequence, attachmentGateway),
    countOn: (ticketId) => countedIn(sequence, countOn(idCell(ticketId))),
    countAnnounced: (organizationId) => countedIn(sequence, countAnnounced(idCell(organizationId))),
    bytesOf: (organizationId) => countedIn(sequence, sumBytes(idCell(organizationId))),
  },
  mailJobs: repositoryOf(sequence, mailJobGateway),
  results: repositoryOf(sequence, resultGateway),
})
