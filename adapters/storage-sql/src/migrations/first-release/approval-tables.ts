import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** What takes two people. Constraints repeat what the core promises (docs/promises#database-constraints). */
export const approvalTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'approvals',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id}, proposal ${t.text} NOT NULL,
      reason ${t.text} NOT NULL, status ${t.word} NOT NULL, maker_id ${t.id} NOT NULL, maker_kind ${t.word} NOT NULL,
      maker_credential ${t.name(64)}, proposed_at ${t.integer} NOT NULL, decider_id ${t.id}, decider_kind ${t.word},
      decider_credential ${t.name(64)}, decision_reason ${t.text}, decided_at ${t.integer},
      enacted_id ${t.name(64)}, version ${t.integer} NOT NULL, kind ${t.word} NOT NULL, slot ${t.name(160)},
      CONSTRAINT decided_by_somebody CHECK ((status = 'pending') = (decider_id IS NULL)),
      CONSTRAINT decided_by_another CHECK (decider_id IS NULL OR decider_id <> maker_id),
      CONSTRAINT enacted_if_approved CHECK ((status = 'approved') = (enacted_id IS NOT NULL))`,
    uniques: { by_slot: 'slot' },
    indexes: { by_status: 'status, id' },
  },
]
