import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { E } from '@postrider/core/fp'
import type { HistoryPart } from '@postrider/core/messaging/ports/activity-storage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { PlatformQuery } from '@postrider/core/messaging/ports/reconciliation-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { epochOf, readEpoch } from '../../guards/epoch.js'
import { messages, messagesWithoutContent } from '../messages/table.js'

const narrow = messages.pick(
  'messageId',
  'organizationId',
  'appId',
  'channel',
  'state',
  'acceptedAtMs',
  'updatedAtMs',
)

const backFrom = statement(`
  SELECT ${narrow.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id < ?x ORDER BY m.id DESC LIMIT ?`)
/** Messages that still need work are listed there, and that list is short compared with all messages. */
const listedBackFrom = statement(`
  SELECT ${narrow.select('m')} FROM outbox o {by outbox.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = o.message_id
  WHERE o.message_id < ?x ORDER BY o.message_id DESC LIMIT ?`)
const findMessages = statement(`
  SELECT ${messagesWithoutContent.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`)

/** The number of messages that a slice and a page read. */
const SLICE = 1_000
const MOST_LOOKED_AT = 10_000

/**
 * Identifiers start with the time of the clock that created them, which may differ from that of the accepting
 * process.
 */
const CLOCKS_APART_MS = MINUTE_MS

type Narrow = ReturnType<typeof narrow.of>

const matches = (
  { organizationId, appId, channel, state, fromMs = 0, toMs = Infinity, unchangedSinceMs }: PlatformQuery,
  of: Narrow,
): boolean =>
  (organizationId === undefined || of.organizationId === organizationId) &&
  (appId === undefined || of.appId === appId) &&
  (channel === undefined || of.channel === channel) &&
  (state === undefined || of.state === state) &&
  of.acceptedAtMs >= fromMs &&
  of.acceptedAtMs < toMs &&
  (unchangedSinceMs === undefined || of.updatedAtMs < unchangedSinceMs)

/** The first identifier of this time, as its bytes are stored. */
const firstOf = (atMs: number): string => {
  const hex = Math.max(0, Math.min(atMs, 2 ** 48 - 1)).toString(16)
  return hex.padStart(12, '0').padEnd(BEYOND_ALL.length, '0')
}

/** The start of the page, which goes back in time: the position, or the end of the range. */
const startOf = ({ before, toMs }: PlatformQuery): string => {
  const end = toMs === undefined ? BEYOND_ALL : firstOf(toMs + CLOCKS_APART_MS)
  const position = before === undefined ? BEYOND_ALL : idCell(before)
  return position < end ? position : end
}

const whole = async (
  engine: Engine,
  query: PlatformQuery,
  found: readonly MessageId[],
): Promise<E.Either<StorageUnavailable, readonly Message[]>> => {
  if (found.length === 0) return E.right([])
  const read = await engine.read([findMessages(found.map(idCell))], 'each')
  return E.map(([rows = []]: readonly Rows[]) => {
    const byId = new Map(rows.map(messagesWithoutContent.of).map((message) => [message.messageId, message]))
    const listed = found.flatMap((messageId) => byId.get(messageId) ?? [])
    // A message that changed meanwhile may no longer match.
    return listed.filter((message) => matches(query, message))
  })(read)
}

/** Goes back through the messages of all Organizations until enough are found or read. */
export const readPlatformMessages = async (
  engine: Engine,
  query: PlatformQuery,
): Promise<E.Either<StorageUnavailable, AsOf<HistoryPart>>> => {
  const isOpenState = query.state === 'ACCEPTED' || query.state === 'UNCONFIRMED'
  const slice = isOpenState ? listedBackFrom : backFrom
  const endAt = firstOf((query.fromMs ?? 0) - CLOCKS_APART_MS)
  const found: MessageId[] = []
  let epoch: number | undefined
  let from = startOf(query)
  let last: MessageId | undefined
  for (let looked = 0; looked < MOST_LOOKED_AT && found.length < query.limit;) {
    const read = await engine.read([readEpoch(), slice(from, SLICE)], 'each')
    if (E.isLeft(read)) return read
    const [epochRows, rows = []] = read.right
    epoch ??= epochOf(epochRows)
    for (const row of rows) {
      if (found.length === query.limit) break
      const next = narrow.of(row)
      last = next.messageId
      if (matches(query, next)) found.push(next.messageId)
    }
    looked += rows.length
    from = last === undefined ? from : idCell(last)
    if (found.length < query.limit && (rows.length < SLICE || from < endAt)) {
      last = undefined
      break
    }
  }
  const shown = await whole(engine, query, found)
  return E.map((list: readonly Message[]) => ({
    epoch: epoch ?? 0,
    value: { messages: list, before: last },
  }))(shown)
}
