import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type { WorkItem } from '@postrider/core/messaging/ports/dispatch-storage'
import { idCell, idOf } from '../../cells/id-cell.js'
import { statement } from '../../engine/template.js'
import { receipts } from './table.js'
import { expression, joined } from '../../rows/selection.js'
import { eachOf, queries, type Queries, queryOf, type QueryAnswers } from '../../engine/queries.js'

const ofMessage = joined({ r: receipts, messageId: expression('r.message_id', (from) => idOf('msg', from)) })
const ofAttempt = joined({ r: receipts, messageId: expression('a.message_id', (from) => idOf('msg', from)) })

/**
 * An account's receipt counts for a message if the account was given that message: then the receipt belongs
 * to it, whatever its reference.
 */
const accountHadMessage = `EXISTS (SELECT 1 FROM attempts o
  WHERE o.message_id = r.message_id AND o.provider_account_id = r.provider_account_id)`

const namedBy = statement(`
  SELECT ${ofMessage.columns} FROM receipts r {by receipts.of_message}
  WHERE r.message_id IN (?x*) AND r.state = 'pending' AND ${accountHadMessage}`)

const referredBy = statement(`
  SELECT ${ofAttempt.columns} FROM attempts a {by attempts.PRIMARY} {in this order} receipts r {by receipts.by_reference}
    ON r.provider_account_id = a.provider_account_id AND r.provider_reference = a.provider_reference
  WHERE a.message_id IN (?x*) AND r.state = 'pending' AND NOT ${accountHadMessage}`)

const ofPart = joined({ r: receipts, messageId: expression('p.message_id', (from) => idOf('msg', from)) })

const partReferredBy = statement(`
  SELECT ${ofPart.columns} FROM attempt_segments p {by attempt_segments.PRIMARY} {in this order} receipts r {by receipts.by_reference}
    ON r.provider_account_id = p.provider_account_id AND r.provider_reference = p.provider_reference
  WHERE p.message_id IN (?x*) AND p.part > 1 AND r.state = 'pending' AND NOT ${accountHadMessage}`)

const learnedNow = statement(`
  SELECT ${receipts.select('r')} FROM receipts r {by receipts.by_reference}
  WHERE r.provider_account_id IN (?x*) AND r.provider_reference IN (?*) AND r.state = 'pending' AND NOT ${accountHadMessage}`)

/** Pending receipts since a given time, of any message. */
const pendingSince = statement(`
  SELECT ${receipts.select('r')} FROM receipts r {by receipts.by_age}
  WHERE r.state = 'pending' AND r.received_at >= ? ORDER BY r.received_at, r.id LIMIT ?`)

/**
 * A receipt's time comes from the clock of the process that received it, which may be behind that of the
 * accepting one. The search range allows for this difference.
 */
const CLOCKS_APART_MS = DAY_MS

const learnedKey = (providerAccountId: string, reference: string): string =>
  `${providerAccountId} ${reference}`

const ownersOf = (items: readonly WorkItem[]): ReadonlyMap<string, MessageId> =>
  new Map(
    items.flatMap(({ messageId, learned }) =>
      learned.map((of) => [learnedKey(of.providerAccountId, of.providerReference), messageId] as const),
    ),
  )

const byAge = (one: Receipt, other: Receipt): number =>
  one.receivedAtMs - other.receivedAtMs || (one.receiptId < other.receiptId ? -1 : 1)

/** A pending receipt and its message. */
interface Owned {
  readonly messageId: MessageId
  readonly r: Receipt
}

/** The receipts that name a provider's reference which was just learned. */
const ownedBy = (items: readonly WorkItem[], found: readonly Receipt[]): readonly Owned[] => {
  const owners = ownersOf(items)
  return found.flatMap((receipt) => {
    const messageId = owners.get(learnedKey(receipt.providerAccountId, receipt.providerReference ?? ''))
    return messageId === undefined ? [] : [{ messageId, r: receipt }]
  })
}

/**
 * The messages of the receipts, for messages that were called for the first time; undefined if another
 * message that one of them names has to be read.
 */
const ownedAtFirst = (
  items: readonly WorkItem[],
  found: readonly Receipt[],
): readonly Owned[] | undefined => {
  const accounts = new Map(items.map(({ messageId, firstCall }) => [messageId, firstCall?.providerAccountId]))
  const isNamed = ({ messageId, providerAccountId }: Receipt): boolean =>
    messageId !== undefined && accounts.get(messageId) === providerAccountId
  const byName = found.flatMap((r) => (isNamed(r) && r.messageId ? [{ messageId: r.messageId, r }] : []))
  const byReference = ownedBy(
    items,
    found.filter((r) => !isNamed(r)),
  )
  const isClear = byReference.every(
    ({ r: { messageId } }) => messageId === undefined || accounts.has(messageId),
  )
  return isClear ? [...byName, ...byReference] : undefined
}

const grouped = (found: readonly Owned[]): ReadonlyMap<MessageId, readonly Receipt[]> => {
  const byMessage = new Map<MessageId, Map<string, Receipt>>()
  for (const { messageId, r } of found) {
    const list = byMessage.get(messageId) ?? new Map<string, Receipt>()
    byMessage.set(messageId, list.set(r.receiptId, r))
  }
  return new Map([...byMessage].map(([id, list]) => [id, [...list.values()].sort(byAge)]))
}

const cellsOf = (items: readonly WorkItem[]): readonly string[] =>
  items.map(({ messageId }) => idCell(messageId))

/** The messages with an earlier call, so that identifiers or parts of them may be known. */
export const calledBefore = (items: readonly WorkItem[]): readonly string[] =>
  cellsOf(items.filter(({ firstCall }) => firstCall === undefined))

/**
 * The queries by each way in which a receipt can name one of these messages; their earlier calls are read if
 * there are any.
 */
const everyWay = (items: readonly WorkItem[]) => {
  const earlier = calledBefore(items)
  const known = items.flatMap(({ learned }) => learned)
  const accounts = [...new Set(known.map(({ providerAccountId }) => providerAccountId))].map(idCell)
  const references = known.map(({ providerReference }) => providerReference)
  const isAny = items.length > 0
  return {
    byName: isAny ? queryOf(namedBy(cellsOf(items)), eachOf(ofMessage.of)) : undefined,
    byAttempt: earlier.length > 0 ? queryOf(referredBy(earlier), eachOf(ofAttempt.of)) : undefined,
    byPart: earlier.length > 0 ? queryOf(partReferredBy(earlier), eachOf(ofPart.of)) : undefined,
    byLearned: known.length > 0 ? queryOf(learnedNow(accounts, references), eachOf(receipts.of)) : undefined,
  }
}

const ownedIn = (
  items: readonly WorkItem[],
  found: QueryAnswers<ReturnType<typeof everyWay>>,
): readonly Owned[] => [
  ...(found.byName ?? []),
  ...(found.byAttempt ?? []),
  ...(found.byPart ?? []),
  ...ownedBy(items, found.byLearned ?? []),
]

/**
 * Pending receipts since the first of the messages was accepted: almost always none. One more than their
 * number shows that there may be more.
 */
const sinceFirst = (items: readonly WorkItem[]) => {
  const accepted = items.flatMap(({ firstCall }) => firstCall?.acceptedAtMs ?? [])
  if (accepted.length === 0) return undefined
  return queryOf(pendingSince(leastOf(accepted) - CLOCKS_APART_MS, items.length + 1), eachOf(receipts.of))
}

/** Messages' pending receipts, oldest first. */
type ReceiptsByMessage = ReadonlyMap<MessageId, readonly Receipt[]>

/**
 * Queries the pending receipts of messages. Messages that were called for the first time share one query; for
 * the others, each way in which a receipt can name one is queried. Returns each message's pending receipts,
 * oldest first; a receipt that was found twice counts once. `again`: the queries to send if the shared one
 * isn't sufficient.
 */
export const pendingQueries = (items: readonly WorkItem[]) => {
  const first = items.filter(({ firstCall }) => firstCall !== undefined)
  const others = items.filter(({ firstCall }) => firstCall === undefined)
  const named = { ...everyWay(others), sinceFirst: sinceFirst(first) }
  type Found = QueryAnswers<typeof named>
  const ownedFirst = ({ sinceFirst: found = [] }: Found): readonly Owned[] | undefined =>
    found.length > first.length ? undefined : ownedAtFirst(first, found)
  return {
    named,
    of: (found: Found): ReceiptsByMessage =>
      grouped([...ownedIn(others, found), ...(ownedFirst(found) ?? [])]),
    again: (found: Found): Queries<ReceiptsByMessage> | undefined => {
      if (ownedFirst(found) !== undefined) return undefined
      const allQueries = queries(everyWay(first))
      return {
        statements: allQueries.statements,
        of: (answers) => grouped([...ownedIn(others, found), ...ownedIn(first, allQueries.of(answers))]),
      }
    },
  }
}
