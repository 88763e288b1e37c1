import { phaseOf, type LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { insertInto, type Insertion } from '../engine/insertion.js'
import { aDigest, anId, anIdOrNone, anInteger, aText } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const ledgerEvents = recordTable<LedgerEvent>(
  'ledger_events',
  {
    organizationId: anId('org', 'organization_id'),
    environment: aText('environment'),
    currency: aText('currency'),
    seq: anInteger('seq'),
    entryId: anId('ent', 'entry_id'),
    type: aText('type'),
    amountMinor: anInteger('amount'),
    appId: anIdOrNone('app', 'app_id'),
    messageId: anIdOrNone('msg', 'message_id'),
    relatedEntryId: anIdOrNone('ent', 'related_entry_id'),
    occurredAtMs: anInteger('occurred_at'),
    digest: aDigest('digest'),
  },
  {
    derived: { phase: { write: ({ type }) => phaseOf(type) ?? null } },
    form: (of) => ({
      organizationId: of.organizationId,
      environment: of.environment,
      currency: of.currency,
      seq: of.seq,
      entryId: of.entryId,
      type: of.type,
      amountMinor: of.amountMinor,
      appId: of.appId,
      messageId: of.messageId,
      relatedEntryId: of.relatedEntryId,
      occurredAtMs: of.occurredAtMs,
      digest: of.digest,
    }),
  },
)

/** Inserts rows that `ledgerEvents` wrote. */
export const insertEventRows = insertInto(ledgerEvents.table)

export const insertEvents = (events: readonly LedgerEvent[]): Insertion =>
  insertEventRows(ledgerEvents.rows(events))
