import type { MessageId } from '@postrider/core/domain/ids/id'
import { providerReferences } from '@postrider/core/domain/receipts/provider-reference'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import type { WorkItem } from '@postrider/core/ports/storage/dispatch-storage'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { receiptOf, receipts } from './table.js'

const COLUMNS = columnsOf(receipts, 'r')
const width = receipts.columns.length

/** A receipt that names a message of ours belongs to that one, whatever its provider reference says. */
const namesNoOther = `(r.message_id IS NULL OR NOT EXISTS (SELECT 1 FROM messages o WHERE o.id = r.message_id))`

const named = statement(`
  SELECT ${COLUMNS}, r.message_id FROM receipts r {by receipts.of_message}
  WHERE r.message_id IN (?x*) AND r.state = 'pending'`)

/** A receipt's two readings of the provider's id, and the index of each. */
type Reference = 'provider_reference' | 'other_reference'
const INDEX: Readonly<Record<Reference, string>> = {
  provider_reference: 'by_reference',
  other_reference: 'by_other_reference',
}

const byAttempt = (reference: Reference) =>
  statement(`
    SELECT ${COLUMNS}, a.message_id FROM attempts a {by attempts.PRIMARY} {in this order} receipts r {by receipts.${INDEX[reference]}}
      ON r.provider_account_id = a.provider_account_id AND r.${reference} = a.provider_reference
    WHERE a.message_id IN (?x*) AND r.state = 'pending' AND ${namesNoOther}`)

const learned = (reference: Reference) =>
  statement(`
    SELECT ${COLUMNS} FROM receipts r {by receipts.${INDEX[reference]}}
    WHERE r.provider_account_id IN (?x*) AND r.${reference} IN (?*) AND r.state = 'pending' AND ${namesNoOther}`)

const byFirst = byAttempt('provider_reference')
const byOther = byAttempt('other_reference')
const learnedFirst = learned('provider_reference')
const learnedOther = learned('other_reference')

/** Reads what is pending for the messages, by each way a receipt can name one. */
export const readPending = (items: readonly WorkItem[]): readonly Statement[] => {
  const ids = items.map(({ messageId }) => idCell(messageId))
  const known = items.flatMap(({ learned: reference }) => (reference === undefined ? [] : [reference]))
  const accounts = [...new Set(known.map(({ providerAccountId }) => providerAccountId))]
  const cells = accounts.map((id) => idCell(id))
  const references = known.map(({ providerReference }) => providerReference)
  return [
    named(ids),
    byFirst(ids),
    byOther(ids),
    learnedFirst(cells, references),
    learnedOther(cells, references),
  ]
}

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

/** Each message's pending receipts, oldest first; a receipt that was found twice counts once. */
export const pendingOf = (
  items: readonly WorkItem[],
  results: readonly Rows[],
): ReadonlyMap<MessageId, readonly Receipt[]> => {
  const owners = ownersOf(items)
  const found = new Map<MessageId, Map<string, Receipt>>()
  const add = (messageId: MessageId, receipt: Receipt): void => {
    const list = found.get(messageId) ?? new Map<string, Receipt>()
    found.set(messageId, list.set(receipt.receiptId, receipt))
  }
  for (const row of results.slice(0, 3).flat()) add(idOf('msg', row[width]), receiptOf(row))
  for (const row of results.slice(3).flat()) {
    const receipt = receiptOf(row)
    for (const reference of referencesOf(receipt)) {
      const owner = owners.get(learnedKey(receipt.providerAccountId, reference))
      if (owner !== undefined) add(owner, receipt)
    }
  }
  return new Map([...found].map(([id, list]) => [id, [...list.values()].sort(byAge)]))
}
