import { createHash } from 'node:crypto'
import { providerReferences } from '@postrider/core/domain/receipts/provider-reference'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import { integer, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { idCell, idCellOr, idOf, idOrNone } from '../cells/id-cell.js'
import { table } from '../engine/insertion.js'

export const receipts = table('receipts', [
  'id x',
  'provider_account_id x',
  'event_digest x',
  'event_key',
  'message_id x',
  'provider_message_id',
  'provider_reference',
  'other_reference',
  'status',
  'failure_code',
  'provider_time',
  'received_at',
  'state',
  'raw',
])

/** Event keys are as long as the provider likes; what is unique is a digest of them. */
export const eventDigest = (eventKey: string): string =>
  createHash('sha256').update(eventKey).digest('hex').slice(0, 32)

/** What else the reported id may stand for, beside the receipt's own reference. */
const otherReference = ({ providerMessageId, providerReference }: Receipt): string | undefined =>
  providerMessageId === undefined
    ? undefined
    : providerReferences(providerMessageId).find((reference) => reference !== providerReference)

export const receiptCells = (list: readonly Receipt[]): readonly Cell[] => {
  const cells: Cell[] = []
  for (const receipt of list)
    cells.push(
      idCell(receipt.receiptId),
      idCell(receipt.providerAccountId),
      eventDigest(receipt.eventKey),
      receipt.eventKey,
      idCellOr(receipt.messageId),
      receipt.providerMessageId ?? null,
      receipt.providerReference ?? null,
      otherReference(receipt) ?? null,
      receipt.status,
      receipt.failureCode ?? null,
      receipt.providerTimeMs ?? null,
      receipt.receivedAtMs,
      receipt.state,
      receipt.raw,
    )
  return cells
}

/** Reads a receipt's row; whatever columns follow are the caller's. */
export const receiptOf = (row: Cells): Receipt => ({
  receiptId: idOf('rct', row[0]),
  providerAccountId: idOf('pac', row[1]),
  eventKey: text(row[3]),
  messageId: idOrNone('msg', row[4]),
  providerMessageId: optional(text, row[5]),
  providerReference: optional(text, row[6]),
  status: text(row[8]) as Receipt['status'],
  failureCode: optional(text, row[9]) as Receipt['failureCode'],
  providerTimeMs: optional(integer, row[10]),
  receivedAtMs: integer(row[11]),
  state: text(row[12]) as Receipt['state'],
  raw: text(row[13]),
})
