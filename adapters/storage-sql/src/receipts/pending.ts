import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import type { WorkItem } from '@postrider/core/ports/storage/dispatch-storage'
import { idCell, idOf } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { receipts } from './table.js'
import { expression, joined } from '../rows/selection.js'
import { eachOf, queryOf, type QueryAnswers } from '../engine/queries.js'

const ofMessage = joined({ r: receipts, messageId: expression('r.message_id', (from) => idOf('msg', from)) })
const ofAttempt = joined({ r: receipts, messageId: expression('a.message_id', (from) => idOf('msg', from)) })

/** An account's word on a message counts where it was given that message: then the receipt belongs to it, whatever its reference. */
const isBelieved = `EXISTS (SELECT 1 FROM attempts o
  WHERE o.message_id = r.message_id AND o.provider_account_id = r.provider_account_id)`

const namedBy = statement(`
  SELECT ${ofMessage.columns} FROM receipts r {by receipts.of_message}
  WHERE r.message_id IN (?x*) AND r.state = 'pending' AND ${isBelieved}`)

const referredBy = statement(`
  SELECT ${ofAttempt.columns} FROM attempts a {by attempts.PRIMARY} {in this order} receipts r {by receipts.by_reference}
    ON r.provider_account_id = a.provider_account_id AND r.provider_reference = a.provider_reference
  WHERE a.message_id IN (?x*) AND r.state = 'pending' AND NOT ${isBelieved}`)

const ofPart = joined({ r: receipts, messageId: expression('p.message_id', (from) => idOf('msg', from)) })

const partReferredBy = statement(`
  SELECT ${ofPart.columns} FROM attempt_parts p {by attempt_parts.PRIMARY} {in this order} receipts r {by receipts.by_reference}
    ON r.provider_account_id = p.provider_account_id AND r.provider_reference = p.provider_reference
  WHERE p.message_id IN (?x*) AND p.part > 1 AND r.state = 'pending' AND NOT ${isBelieved}`)

const learnedNow = statement(`
  SELECT ${receipts.select('r')} FROM receipts r {by receipts.by_reference}
  WHERE r.provider_account_id IN (?x*) AND r.provider_reference IN (?*) AND r.state = 'pending' AND NOT ${isBelieved}`)

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

/** A pending receipt, and whose it is. */
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

const grouped = (found: readonly Owned[]): ReadonlyMap<MessageId, readonly Receipt[]> => {
  const byMessage = new Map<MessageId, Map<string, Receipt>>()
  for (const { messageId, r } of found) {
    const list = byMessage.get(messageId) ?? new Map<string, Receipt>()
    byMessage.set(messageId, list.set(r.receiptId, r))
  }
  return new Map([...byMessage].map(([id, list]) => [id, [...list.values()].sort(byAge)]))
}

/** Those of which a call was made before, so that identifiers or parts of it may be known. */
export const calledBefore = (items: readonly WorkItem[]): readonly string[] =>
  items.filter(({ isFirstCall }) => isFirstCall !== true).map(({ messageId }) => idCell(messageId))

/**
 * Asks for what is pending for the messages, by each way a receipt can name one. Read are each message's pending receipts,
 * oldest first; a receipt that was found twice counts once.
 */
export const pendingQueries = (items: readonly WorkItem[]) => {
  const ids = items.map(({ messageId }) => idCell(messageId))
  const earlier = calledBefore(items)
  const known = items.flatMap(({ learned }) => learned)
  const accounts = [...new Set(known.map(({ providerAccountId }) => providerAccountId))].map(idCell)
  const references = known.map(({ providerReference }) => providerReference)
  const named = {
    byName: queryOf(namedBy(ids), eachOf(ofMessage.of)),
    byAttempt: earlier.length === 0 ? undefined : queryOf(referredBy(earlier), eachOf(ofAttempt.of)),
    byPart: earlier.length === 0 ? undefined : queryOf(partReferredBy(earlier), eachOf(ofPart.of)),
    byLearned: queryOf(learnedNow(accounts, references), eachOf(receipts.of)),
  }
  return {
    named,
    of: (found: QueryAnswers<typeof named>): ReadonlyMap<MessageId, readonly Receipt[]> =>
      grouped([
        ...found.byName,
        ...(found.byAttempt ?? []),
        ...(found.byPart ?? []),
        ...ownedBy(items, found.byLearned),
      ]),
  }
}
