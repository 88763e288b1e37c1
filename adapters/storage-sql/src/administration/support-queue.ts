import type { ChatId, TicketId } from '@postrider/core/domain/ids/id'
import type { TicketPriority } from '@postrider/core/domain/support/ticket'
import type { AdministrationStorage } from '@postrider/core/ports/storage/administration-storage'
import { readAsOf } from '../epoch/as-of.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { chats, tickets } from '../support/table.js'

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

/** What waits for operators. */
export const supportQueue = (engine: Engine): Pick<AdministrationStorage, 'waiting'> => ({
  waiting: (priority, after, limit) => () =>
    readAsOf(engine, readWaiting(priority, after, limit), ([waiting = [], talking = []]) => ({
      tickets: waiting.map(tickets.of),
      chats: talking.map(chats.of),
    })),
})
