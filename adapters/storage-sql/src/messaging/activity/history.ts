import { type AccountHead, accountHeads } from '../../ledger/accounts-table.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { HistoryPart, HistoryQuery } from '@postrider/core/messaging/ports/activity-storage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import { E } from '@postrider/core/fp'
import { lastSeqBefore } from '../../ledger/account-history.js'
import { readAsOf } from '../../guards/as-of.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import {
  isNewer,
  isOfOneAccount,
  type Reserved,
  type PendingReservations,
  strandsWith,
} from './reservations.js'
import { messages } from '../messages/table.js'

/**
 * A message is accepted no later than its reservation, and hardly earlier: a reservation never precedes the
 * event before it, and the clocks of processes differ by less than this.
 */
const CLOCKS_APART_MS = 60_000

const findAccounts = statement(`
  SELECT ${accountHeads.select('a')} FROM accounts a WHERE a.organization_id = ?x ORDER BY a.environment, a.currency`)
const positions = ledgerEvents.pick('environment', 'currency', 'seq', 'occurredAtMs')
const findPlace = statement(`
  SELECT ${positions.select('e')} FROM ledger_events e
  WHERE e.message_id = ?x AND e.phase = 1 AND e.organization_id = ?x`)
const findMessages = statement(`
  SELECT ${messages.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`)

/** The maximum number of messages per call, and of events per statement. */
interface Bounds {
  readonly mostLookedAt: number
  readonly sliceEvents: number
}

/** The position of a reservation among all of its Organization. */
type Place = Pick<Reserved, 'environment' | 'currency' | 'seq' | 'occurredAtMs'>

const matches = (
  { appId, channel, state, failureCode, fromMs, toMs }: HistoryQuery,
  of: Pick<Message, 'appId' | 'channel' | 'state' | 'failureCode' | 'acceptedAtMs'>,
): boolean =>
  (appId === undefined || of.appId === appId) &&
  (channel === undefined || of.channel === channel) &&
  (state === undefined || of.state === state) &&
  (failureCode === undefined || of.failureCode === failureCode) &&
  (fromMs === undefined || of.acceptedAtMs >= fromMs) &&
  (toMs === undefined || of.acceptedAtMs < toMs)

/** The last event of the account that may be read. */
const endOf = async (
  engine: Engine,
  { toMs }: HistoryQuery,
  account: AccountHead,
  shown: Place | undefined,
): Promise<E.Either<StorageUnavailable, number>> => {
  const { environment, currency, version: head } = account
  const untilMs = toMs === undefined ? Infinity : toMs + CLOCKS_APART_MS
  if (shown !== undefined && isOfOneAccount(shown, account)) return E.right(shown.seq - 1)
  // If two occurred at the same time, the account's name decides which one is newer.
  const shownMs =
    shown === undefined
      ? Infinity
      : shown.occurredAtMs + (isNewer(shown, { ...shown, environment, currency }) ? 1 : 0)
  const beforeMs = Math.min(untilMs, shownMs)
  return beforeMs === Infinity ? E.right(head) : lastSeqBefore(engine, account, beforeMs, head)
}

/** The Organization's accounts, each with the range to read. */
const strandsOf = async (
  engine: Engine,
  query: HistoryQuery,
  accounts: readonly AccountHead[],
  shown: Place | undefined,
): Promise<E.Either<StorageUnavailable, readonly PendingReservations[]>> => {
  const { fromMs } = query
  const strands: PendingReservations[] = []
  for (const account of accounts) {
    const toSeq = await endOf(engine, query, account, shown)
    if (E.isLeft(toSeq)) return toSeq
    const afterSeq =
      fromMs === undefined ? E.right(0) : await lastSeqBefore(engine, account, fromMs, account.version)
    if (E.isLeft(afterSeq)) return afterSeq
    strands.push({ account, afterSeq: afterSeq.right, toSeq: toSeq.right, ahead: [] })
  }
  return E.right(strands)
}

/** Walks back from message to message, newest first, until enough are found or read. */
const walk = async (
  engine: Engine,
  { mostLookedAt, sliceEvents }: Bounds,
  query: HistoryQuery,
  strands: readonly PendingReservations[],
): Promise<E.Either<StorageUnavailable, HistoryPart>> => {
  const reservations = isPicky(query) ? Math.ceil(mostLookedAt / 4) : query.limit
  const newest = strandsWith(engine, strands, { reservations, sliceEvents })
  const found: Reserved[] = []
  let last: Reserved | undefined
  for (let looked = 0; ; looked += 1) {
    const next = await newest()
    if (E.isLeft(next)) return next
    if (next.right === undefined) return part(engine, query, found, undefined)
    if (looked === mostLookedAt || found.length === query.limit) break
    last = next.right.take()
    if (matches(query, last)) found.push(last)
  }
  return part(engine, query, found, last)
}

/** Whether the filter may exclude most messages that are read. */
const isPicky = ({ appId, channel, state, failureCode }: HistoryQuery): boolean =>
  appId !== undefined || channel !== undefined || state !== undefined || failureCode !== undefined

/** The messages themselves; one whose state changed meanwhile may no longer match. */
const part = async (
  engine: Engine,
  query: HistoryQuery,
  found: readonly Reserved[],
  last: Reserved | undefined,
): Promise<E.Either<StorageUnavailable, HistoryPart>> => {
  const before = last?.messageId
  if (found.length === 0) return E.right({ messages: [], before })
  const read = await engine.read([findMessages(found.map(({ messageId }) => idCell(messageId)))], 'each')
  return E.map(([rows = []]: readonly Rows[]) => {
    const byId = new Map(rows.map(messages.of).map((message) => [message.messageId, message]))
    const listed = found.flatMap(({ messageId }) => byId.get(messageId) ?? [])
    return { messages: listed.filter((message) => matches(query, message)), before }
  })(read)
}

/**
 * The Organization's messages in the order of their reservations, newest first. Each has exactly one, so the
 * ledger lists them and acceptances need no index for it.
 */
export const readHistory = async (
  engine: Engine,
  bounds: Bounds,
  query: HistoryQuery,
): Promise<E.Either<StorageUnavailable, AsOf<HistoryPart>>> => {
  const { organizationId, before } = query
  const organization = idCell(organizationId)
  const place = before === undefined ? [] : [findPlace(idCell(before), organization)]
  const read = await readAsOf(engine, [findAccounts(organization), ...place], ([accounts = [], shown]) => ({
    accounts: accounts.map(accountHeads.of),
    shown: shown?.map(positions.of)[0],
  }))
  if (E.isLeft(read)) return read
  const { epoch, value } = read.right
  if (before !== undefined && value.shown === undefined)
    return E.right({ epoch, value: { messages: [], before: undefined } })
  const accounts = value.accounts.filter(
    ({ environment }) => query.environment === undefined || environment === query.environment,
  )
  const strands = await strandsOf(engine, query, accounts, value.shown)
  if (E.isLeft(strands)) return strands
  return E.map((listed: HistoryPart) => ({ epoch, value: listed }))(
    await walk(engine, bounds, query, strands.right),
  )
}
