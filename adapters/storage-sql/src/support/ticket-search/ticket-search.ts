import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { TicketId } from '@postrider/core/kernel/ids/id'
import type { Ticket } from '@postrider/core/support/domain/ticket'
import { E } from '@postrider/core/fp'
import type { PartOf } from '@postrider/core/kernel/ports/part-of'
import type { TicketSearch, TicketSearchStorage } from '@postrider/core/support/ports/ticket-search-storage'
import { readInteger } from '../../cells/cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { type Param, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { tickets } from '../table.js'
import { writeNextWords } from './index-tickets.js'
import { ALL_TICKETS, LATE_MS, indexPositionOf, readIndexPosition } from './state.js'

const TICKET = tickets.select('t')
const RANGE = (alias: string): string => `${alias}.owner = ?x AND ${alias}.word >= ? AND ${alias}.word < ?`

const countWord = statement(`
  SELECT COUNT(*) FROM (
    SELECT 1 AS one FROM ticket_words w {by ticket_words.PRIMARY} WHERE ${RANGE('w')} LIMIT ?) counted`)

/** A subquery that finds one row isn't turned into a join, as an EXISTS may be. */
const hasWord = (ticket: string): string => `
  (SELECT x.ticket_id FROM ticket_words x {by ticket_words.of_ticket}
  WHERE x.ticket_id = ${ticket} AND ${RANGE('x')} LIMIT 1) IS NOT NULL`

const withOthers = (ticket: string, others: number): string =>
  Array.from({ length: others }, () => `AND ${hasWord(ticket)}`).join(' ')

type Prepared = ReturnType<typeof statement>

/** A statement for each number of words, created on first use. */
const byNumber = (make: (words: number) => string): ((words: number) => Prepared) => {
  const made = new Map<number, Prepared>()
  return (words) => {
    const known = made.get(words) ?? statement(make(words))
    made.set(words, known)
    return known
  }
}

/** Tickets with the first word, which few have, and with the others. */
const findRare = byNumber(
  (words) => `
    SELECT ${TICKET} FROM (
      SELECT DISTINCT w.ticket_id AS id FROM ticket_words w {by ticket_words.PRIMARY}
      WHERE ${RANGE('w')} AND w.ticket_id < ?x ${withOthers('w.ticket_id', words - 1)}
      ORDER BY w.ticket_id DESC LIMIT ?) f
    {in this order} tickets t {by tickets.PRIMARY} ON t.id = f.id ORDER BY t.id DESC`,
)

interface Window {
  readonly find: (words: number) => Prepared
  /** The last ticket of the window; none if it has all of them. */
  readonly end: Prepared
}

/** Searches the newest tickets. */
const windowBy = (index: string, filter: string): Window => {
  const from = `FROM tickets n {by tickets.${index}} WHERE ${filter} n.id < ?x ORDER BY n.id DESC`
  return {
    find: byNumber(
      (words) => `
        SELECT ${TICKET} FROM (SELECT n.id ${from} LIMIT ?) f
        {in this order} tickets t {by tickets.PRIMARY} ON t.id = f.id
        WHERE ${hasWord('t.id')} ${withOthers('t.id', words - 1)} ORDER BY t.id DESC LIMIT ?`,
    ),
    end: statement(`SELECT ${tickets.select('n')} ${from} LIMIT 1 OFFSET ?`),
  }
}
const allTickets = windowBy('PRIMARY', '')
const ownTickets = windowBy('of_organization', 'n.organization_id = ?x AND')

const findTicket = statement(`SELECT ${TICKET} FROM tickets t {by tickets.PRIMARY} WHERE t.id = ?x`)
const countWaiting = statement(`
  SELECT COUNT(*) FROM (
    SELECT 1 AS one FROM tickets t {by tickets.by_update}
    WHERE t.updated_at >= ? AND (t.updated_at > ? OR t.id > ?x) AND t.updated_at < ? LIMIT ?) counted`)

/** Sorts after every word with this prefix. */
const endOf = (beginning: string): string => `${beginning}\u{10ffff}`

const ownerOf = ({ organizationId }: TicketSearch): string =>
  organizationId === undefined ? ALL_TICKETS : idCell(organizationId)

const rangeOf = (search: TicketSearch, word: string): readonly string[] => [
  ownerOf(search),
  word,
  endOf(word),
]

const fromOf = ({ before }: TicketSearch): string => (before === undefined ? BEYOND_ALL : idCell(before))

/** A page of results; one more than is shown means that there are more. */
const pageOf = (
  found: readonly Ticket[],
  end: Ticket | undefined,
  limit: number,
): PartOf<Ticket, TicketId> => {
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : end
  return { found: shown, before: last?.ticketId }
}

/** The words, the one with the fewest entries first, and whether it has few. */
const rarestFirst = (words: readonly string[], rows: readonly Rows[], mostLookedAt: number) => {
  const counted = words.map((word, at) => ({ word, entries: readInteger(rows[at]?.[0]?.[0]) }))
  counted.sort((one, other) => one.entries - other.entries)
  return {
    sorted: counted.map(({ word }) => word),
    isRare: (counted[0]?.entries ?? 0) <= mostLookedAt,
  }
}

const rareStatements = (
  search: TicketSearch,
  [first = '', ...others]: readonly string[],
): readonly Statement[] => {
  const params: readonly Param[] = [
    ...rangeOf(search, first),
    fromOf(search),
    ...others.flatMap((word) => rangeOf(search, word)),
    search.limit + 1,
  ]
  return [findRare(others.length + 1)(...params)]
}

const windowStatements = (
  search: TicketSearch,
  words: readonly string[],
  mostLookedAt: number,
): readonly Statement[] => {
  const { organizationId, limit } = search
  const { find, end } = organizationId === undefined ? allTickets : ownTickets
  const from = organizationId === undefined ? [fromOf(search)] : [idCell(organizationId), fromOf(search)]
  const ranges = words.flatMap((word) => rangeOf(search, word))
  return [find(words.length)(...from, mostLookedAt, ...ranges, limit + 1), end(...from, mostLookedAt - 1)]
}

/** The maximum number of entries and tickets that a page reads, whatever the words are. */
const MOST_LOOKED_AT = 5_000

const find = async (engine: Engine, search: TicketSearch, mostLookedAt: number) => {
  const counts = search.words.map((word) => countWord(...rangeOf(search, word), mostLookedAt + 1))
  const counted = await engine.read(counts, 'each')
  if (E.isLeft(counted)) return counted
  const { sorted, isRare } = rarestFirst(search.words, counted.right, mostLookedAt)
  const statements = isRare ? rareStatements(search, sorted) : windowStatements(search, sorted, mostLookedAt)
  return readAsOf(engine, statements, ([found = [], end = []]) =>
    pageOf(found.map(tickets.of), end.map(tickets.of)[0], search.limit),
  )
}

const countTo = async (engine: Engine, most: number): Promise<E.Either<StorageUnavailable, number>> => {
  const state = await engine.read([readIndexPosition()], 'each')
  if (E.isLeft(state)) return state
  const { position, nowMs } = indexPositionOf(state.right[0] ?? [])
  const { updatedAtMs, ticket } = position
  const read = await engine.read(
    [countWaiting(updatedAtMs, updatedAtMs, ticket, nowMs - LATE_MS, most)],
    'each',
  )
  return E.map(([rows = []]: readonly Rows[]) => readInteger(rows[0]?.[0]))(read)
}

/** The ticket search; the limit of a page can be set. */
export const ticketSearchStorage = (engine: Engine, mostLookedAt = MOST_LOOKED_AT): TicketSearchStorage => ({
  index: (most) => () => writeNextWords(engine, most),
  waiting: (most) => () => countTo(engine, most),
  find: (search) => () => find(engine, search, mostLookedAt),
  byId: (ticketId) => () =>
    readAsOf(engine, [findTicket(idCell(ticketId))], ([rows = []]) => rows.map(tickets.of)[0]),
})
