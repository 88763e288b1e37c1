import type { ChatId, TicketId } from '@postrider/core/kernel/ids/id'
import type { TicketPriority } from '@postrider/core/support/domain/ticket'
import { OPEN_CHAT_STATUSES } from '@postrider/core/support/domain/chat'
import { OPEN_TICKET_STATUSES } from '@postrider/core/support/domain/ticket'
import type {
  AdministrationStorage,
  SupportCaseQuery,
  SupportQueue,
} from '@postrider/core/platform/ports/administration-storage'
import { readAsOf } from '../../guards/as-of.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { chats, tickets } from '../../support/table.js'

const listTickets = (index: string, condition: string) =>
  statement(`
    SELECT ${tickets.select('t')} FROM tickets t {by tickets.${index}}
    WHERE t.status = 'open' AND t.id > ?x ${condition} ORDER BY t.id LIMIT ?`)
const ticketsOfAny = listTickets('by_status', '')
const ticketsOfPriority = listTickets('by_priority', 'AND t.priority = ?')
const listChats = statement(`
  SELECT ${chats.select('c')} FROM chats c {by chats.in_turn}
  WHERE c.status = 'waiting' AND c.id > ?x ORDER BY c.id LIMIT ?`)

const readWaiting = (
  priority: TicketPriority | undefined,
  after: TicketId | ChatId | undefined,
  limit: number,
): readonly Statement[] => {
  const from = after === undefined ? '' : idCell(after)
  return priority === undefined
    ? [ticketsOfAny(from, limit), listChats(from, limit)]
    : [ticketsOfPriority(from, priority, limit)]
}

const ticketsBefore = statement(`
  SELECT ${tickets.select('t')} FROM tickets t {by tickets.PRIMARY} WHERE t.id < ?x ORDER BY t.id DESC LIMIT ?`)
const chatsBefore = statement(`
  SELECT ${chats.select('c')} FROM chats c {by chats.PRIMARY} WHERE c.id < ?x ORDER BY c.id DESC LIMIT ?`)
const ticketsOfOne = statement(`
  SELECT ${tickets.select('t')} FROM tickets t {by tickets.of_operator}
  WHERE t.operator_id = ?x AND t.status IN (?*) AND t.id < ?x ORDER BY t.id DESC LIMIT ?`)
const chatsOfOne = statement(`
  SELECT ${chats.select('c')} FROM chats c {by chats.of_operator}
  WHERE c.operator_id = ?x AND c.status IN (?*) AND c.id < ?x ORDER BY c.id DESC LIMIT ?`)

const readCases = ({ operatorId, before, limit }: SupportCaseQuery): readonly Statement[] => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  if (operatorId === undefined) return [ticketsBefore(from, limit), chatsBefore(from, limit)]
  const operator = idCell(operatorId)
  return [
    ticketsOfOne(operator, [...OPEN_TICKET_STATUSES], from, limit),
    chatsOfOne(operator, [...OPEN_CHAT_STATUSES], from, limit),
  ]
}

const queueOf = ([ticketRows = [], chatRows = []]: readonly Rows[]): SupportQueue => ({
  tickets: ticketRows.map(tickets.of),
  chats: chatRows.map(chats.of),
})

/** The tickets and chats that wait for super admins, and those with a reply. */
export const supportQueue = (engine: Engine): Pick<AdministrationStorage, 'waiting' | 'supportCases'> => ({
  supportCases: (query) => () => readAsOf(engine, readCases(query), queueOf),
  waiting: (priority, after, limit) => () => readAsOf(engine, readWaiting(priority, after, limit), queueOf),
})
