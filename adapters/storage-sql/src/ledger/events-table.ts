import { sheetName } from '@postrider/core/domain/ledger/book'
import { phaseOf, type LedgerEvent } from '@postrider/core/domain/ledger/ledger-event'
import { integer, text, type Cell, type Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idCellOr, idOf, idOrNone } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import { insertInto, table, type Insertion } from '../engine/insertion.js'

export const ledgerEvents = table('ledger_events', [
  'organization_id x',
  'currency',
  'seq',
  'entry_id x',
  'type',
  'amount',
  'app_id x',
  'message_id x',
  'phase',
  'related_entry_id x',
  'occurred_at',
  'digest x',
])

export const insertEventCells = insertInto(ledgerEvents)

export const pushEvent = (into: Cell[], event: LedgerEvent): void => {
  into.push(
    idCell(event.organizationId),
    sheetName(event),
    event.seq,
    idCell(event.entryId),
    event.type,
    event.amountMinor,
    idCellOr(event.appId),
    idCellOr(event.messageId),
    phaseOf(event.type) ?? null,
    idCellOr(event.relatedEntryId),
    event.occurredAtMs,
    digestCell(event.digest, 32),
  )
}

export const insertEvents = (events: readonly LedgerEvent[]): Insertion => {
  const cells: Cell[] = []
  for (const event of events) pushEvent(cells, event)
  return insertEventCells(cells)
}

/** Reads an event's row; whatever columns follow are the caller's. */
export const eventOf = (row: Cells): LedgerEvent => ({
  organizationId: idOf('org', row[0]),
  ...sheetOf(row[1]),
  seq: integer(row[2]),
  entryId: idOf('ent', row[3]),
  type: text(row[4]) as LedgerEvent['type'],
  amountMinor: integer(row[5]),
  appId: idOrNone('app', row[6]),
  messageId: idOrNone('msg', row[7]),
  relatedEntryId: idOrNone('ent', row[9]),
  occurredAtMs: integer(row[10]),
  digest: text(row[11]),
})
