import type { MessageId } from '@postrider/core/domain/ids/id'
import { providerReferences } from '@postrider/core/domain/receipts/provider-reference'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import type { WorkItem } from '@postrider/core/ports/storage/dispatch-storage'
import { idCell, idOf } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { receipts } from './table.js'
import { expression, joined } from '../rows/selection.js'
import { eachOf, queryOf, type QueryAnswers } from '../engine/queries.js'

const ofMessage = joined({ r: receipts, messageId: expression('r.message_id', (from) => idOf('msg', from)) })
const ofAttempt = joined({ r: receipts, messageId: expression('a.message_id', (from) => idOf('msg', from)) })

/** A receipt that names a message of ours belongs to that one, whatever its provider reference says. */
const namesNoOther = `(r.message_id IS NULL OR NOT EXISTS (SELECT 1 FROM messages o WHERE o.id = r.message_id))`

const namedBy = statement(`
  SELECT ${ofMessage.columns} FROM receipts r {by receipts.of_message}
  WHERE r.message_id IN (?x*) AND r.state = 'pending'`)

/** A receipt's two readings of the provider's id, and the index of each. */
type Reference = 'provider_reference' | 'other_reference'
const INDEX: Readonly<Record<Reference, string>> = {
  provider_reference: 'by_reference',
  other_reference: 'by_other_reference',
}

const byAttempt = (reference: Reference) =>
  statement(`
    SELECT ${ofAttempt.columns} FROM attempts a {by attempts.PRIMARY} {in this order} receipts r {by receipts.${INDEX[reference]}}
      ON r.provider_account_id = a.provider_account_id AND r.${reference} = a.provider_reference
    WHERE a.message_id IN (?x*) AND r.state = 'pending' AND ${namesNoOther}`)

const learned = (reference: Reference) =>
  statement(`
    SELECT ${receipts.select('r')} FROM receipts r {by receipts.${INDEX[reference]}}
    WHERE r.provider_account_id IN (?x*) AND r.${reference} IN (?*) AND r.state = 'pending' AND ${namesNoOther}`)

const byFirst = byAttempt('provider_reference')
const byOther = byAttempt('other_reference')
const learnedFirst = learned('provider_reference')
const learnedOther = learned('other_reference')

const learnedKey = (providerAccountId: string, reference: string): string =>
  `${providerAccountId} ${reference}`

const ownersOf = (items: readonly WorkItem[]): ReadonlyMap<string, MessageId> =>
  new Map(
    items.flatMap(({ messageId, learned: of }) =>
      of === undefined ? [] : [[learnedKey(of.providerAccountId, of.providerReference), messageId]],
    ),
  )

const referencesOf = ({ providerMessageId, providerReference }: Receipt): readonly string[] => [
  ...(providerReference === undefined ? [] : [providerReference]),
  ...(providerMessageId === undefined ? [] : providerReferences(providerMessageId)),
]

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
  return found.flatMap((receipt) =>
    referencesOf(receipt).flatMap((reference) => {
      const messageId = owners.get(learnedKey(receipt.providerAccountId, reference))
      return messageId === undefined ? [] : [{ messageId, r: receipt }]
    }),
  )
}

const grouped = (found: readonly Owned[]): ReadonlyMap<MessageId, readonly Receipt[]> => {
  const byMessage = new Map<MessageId, Map<string, Receipt>>()
  for (const { messageId, r } of found) {
    const list = byMessage.get(messageId) ?? new Map<string, Receipt>()
    byMessage.set(messageId, list.set(r.receiptId, r))
  }
  return new Map([...byMessage].map(([id, list]) => [id, [...list.values()].sort(byAge)]))
}

/**
 * Asks for what is pending for the messages, by each way a receipt can name one. Read are each message's pending receipts,
 * oldest first; a receipt that was found twice counts once.
 */
export const pendingQueries = (items: readonly WorkItem[]) => {
  const ids = items.map(({ messageId }) => idCell(messageId))
  const known = items.flatMap(({ learned: reference }) => (reference === undefined ? [] : [reference]))
  const accounts = [...new Set(known.map(({ providerAccountId }) => providerAccountId))].map(idCell)
  const references = known.map(({ providerReference }) => providerReference)
  const named = {
    byName: queryOf(namedBy(ids), eachOf(ofMessage.of)),
    byAttempt: queryOf(byFirst(ids), eachOf(ofAttempt.of)),
    byOtherOfAttempt: queryOf(byOther(ids), eachOf(ofAttempt.of)),
    byLearned: queryOf(learnedFirst(accounts, references), eachOf(receipts.of)),
    byOtherLearned: queryOf(learnedOther(accounts, references), eachOf(receipts.of)),
  }
  return {
    named,
    of: (found: QueryAnswers<typeof named>): ReadonlyMap<MessageId, readonly Receipt[]> =>
      grouped([
        ...found.byName,
        ...found.byAttempt,
        ...found.byOtherOfAttempt,
        ...ownedBy(items, [...found.byLearned, ...found.byOtherLearned]),
      ]),
  }
}
