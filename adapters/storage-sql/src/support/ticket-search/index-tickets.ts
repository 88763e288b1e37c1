import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { wordsOf } from '@postrider/core/support/domain/ticket-words'
import type { E } from '@postrider/core/fp'
import type { TicketIndexProgress } from '@postrider/core/support/ports/ticket-search-storage'
import { type Cells, optional, readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL, BEYOND_ALL } from '../../cells/id-cell.js'
import type { Engine, Statement, TransactionQuery } from '../../engine/engine.js'
import { insertMissing, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import {
  ALL_TICKETS,
  type IndexPosition,
  LATE_MS,
  movePosition,
  indexPositionOf,
  takePosition,
} from './state.js'

const findChanged = statement(`
  SELECT t.id, t.organization_id, t.updated_at, t.subject, o.display_name, u.display_name, u.email
  FROM tickets t {by tickets.by_update}
  LEFT JOIN organizations o ON o.id = t.organization_id LEFT JOIN users u ON u.id = t.opened_by
  WHERE t.updated_at >= ? AND (t.updated_at > ? OR t.id >= ?x) ORDER BY t.updated_at, t.id LIMIT ?`)
const findReplyTexts = statement(`
  SELECT r.id, r.said FROM replies r {by replies.PRIMARY}
  WHERE r.ticket_id = ?x AND r.id > ?x ORDER BY r.id LIMIT ?`)
const ENTRY = ['owner', 'word', 'ticket_id']
const putWords = insertMissing(table('ticket_words', ['owner x', 'word', 'ticket_id x']), ENTRY)

/** A batch ends when it has this many entries, even if it has read few texts. */
const MOST_ENTRIES = 10_000

/** A ticket and the names by which platform staff find it. */
interface ChangedTicket {
  readonly id: string
  readonly organization: string
  readonly updatedAtMs: number
  readonly subject: string
  readonly names: readonly string[]
}

const changedOf = ([id, organization, updatedAt, subject, ...names]: Cells): ChangedTicket => ({
  id: readText(id),
  organization: readText(organization),
  updatedAtMs: readInteger(updatedAt),
  subject: readText(subject),
  names: names.flatMap((name) => optional(readText, name) ?? []),
})

/** Entries of a batch, each once. */
interface Entries {
  readonly size: () => number
  /** Makes the ticket findable by the words of a text that its customer sees. */
  readonly add: (ticket: ChangedTicket, text: string) => void
  /** Makes the ticket findable only in the console. */
  readonly addName: (ticket: ChangedTicket, name: string) => void
  readonly statements: () => readonly Statement[]
}

const newEntries = (): Entries => {
  const entries = new Map<string, readonly [string, string, string]>()
  const put = (owner: string, { id }: ChangedTicket, words: readonly string[]): void => {
    for (const word of words) entries.set(`${owner}${word} ${id}`, [owner, word, id])
  }
  return {
    size: () => entries.size,
    add: (ticket, text) => {
      const words = wordsOf(text)
      put(ticket.organization, ticket, words)
      put(ALL_TICKETS, ticket, words)
    },
    addName: (ticket, name) => put(ALL_TICKETS, ticket, wordsOf(name)),
    statements: () => {
      // In the order of the index, so that processes don't lock entries in different orders.
      const cells = [...entries.keys()].sort().flatMap((key) => entries.get(key) ?? [])
      return cells.length === 0 ? [] : [putWords(cells)]
    },
  }
}

/** Indexes tickets until `most` texts are read; returns the new position, and whether it is at the end. */
const indexFrom = async (
  position: IndexPosition,
  most: number,
  entries: Entries,
  ask: TransactionQuery,
): Promise<{ readonly position: IndexPosition; readonly isAll: boolean }> => {
  const [rows = []] = await ask([
    findChanged(position.updatedAtMs, position.updatedAtMs, position.ticket, most + 1),
  ])
  let reached = position
  let left = most
  for (const ticket of rows.map(changedOf)) {
    const isBegun = ticket.id === position.ticket && ticket.updatedAtMs === position.updatedAtMs
    const from = isBegun ? position.reply : BEFORE_ALL
    if (from === BEYOND_ALL) continue
    if (left <= 0 || entries.size() >= MOST_ENTRIES) return { position: reached, isAll: false }
    const [replyRows = []] = await ask([findReplyTexts(ticket.id, from, left)])
    entries.add(ticket, ticket.subject)
    for (const name of ticket.names) entries.addName(ticket, name)
    for (const [, text] of replyRows) entries.add(ticket, readText(text))
    const last = replyRows.length < left ? undefined : replyRows.at(-1)
    const reply = last === undefined ? BEYOND_ALL : readText(last[0])
    reached = { updatedAtMs: ticket.updatedAtMs, ticket: ticket.id, reply }
    left -= replyRows.length + 1
    if (last !== undefined) return { position: reached, isAll: false }
  }
  return { position: reached, isAll: rows.length <= most }
}

/** Moves back to the time up to which all changes are committed. */
const settled = (position: IndexPosition, nowMs: number): IndexPosition => {
  const updatedAtMs = nowMs - LATE_MS
  return position.updatedAtMs < updatedAtMs
    ? position
    : { updatedAtMs, ticket: BEFORE_ALL, reply: BEFORE_ALL }
}

/** Writes the words of the next tickets and the position of the index in one transaction. */
export const writeNextWords = async (
  engine: Engine,
  most: number,
): Promise<E.Either<StorageUnavailable, TicketIndexProgress>> => {
  const outcome = await engine.transaction<TicketIndexProgress>(
    [takePosition()],
    async ([states = []], ask) => {
      const { position, nowMs } = indexPositionOf(states)
      const entries = newEntries()
      const { position: reached, isAll } = await indexFrom(position, most, entries, ask)
      const result = { isMore: !isAll }
      if (reached === position) return { statements: [], isKept: false, result }
      const next = isAll ? settled(reached, nowMs) : reached
      return { statements: [...entries.statements(), movePosition(next)], isKept: true, result }
    },
  )
  return unknownIsUndone(outcome)
}
