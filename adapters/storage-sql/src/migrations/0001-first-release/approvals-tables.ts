import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/**
 * Actions that need the approval of two people. Constraints repeat the core's rules
 * (docs/promises#database-constraints).
 */
export const approvalsTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'approvals',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id}, proposal ${t.text} NOT NULL,
      reason ${t.text} NOT NULL, status ${t.word} NOT NULL, maker_id ${t.id} NOT NULL, maker_kind ${t.word} NOT NULL,
      maker_credential ${t.name(64)}, proposed_at ${t.integer} NOT NULL, decider_id ${t.id}, decider_kind ${t.word},
      decider_credential ${t.name(64)}, decision_reason ${t.text}, decided_at ${t.integer}, executed_id ${t.name(64)},
      version ${t.integer} NOT NULL, kind ${t.word} NOT NULL, slot ${t.name(160)},
      CONSTRAINT decided_by_somebody CHECK ((status = 'pending') = (decider_id IS NULL)),
      CONSTRAINT decided_by_another CHECK (decider_id IS NULL OR decider_id <> maker_id),
      CONSTRAINT executed_if_approved CHECK ((status = 'approved') = (executed_id IS NOT NULL))`,
    uniques: { by_slot: 'slot' },
    indexes: { by_status: 'status, id' },
  },
  {
    name: 'bulks',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, operation ${t.name(64)} NOT NULL, owner_id ${t.id} NOT NULL,
      password_digest ${t.digest} NOT NULL, confirmed_at ${t.integer} NOT NULL, session_verifier ${t.digest},
      client_address ${t.text}, state ${t.word} NOT NULL, stop_reason ${t.word}, request ${t.text} NOT NULL,
      total ${t.integer} NOT NULL, handled ${t.integer} NOT NULL, refused ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, begun_at ${t.integer}, ended_at ${t.integer}, claim ${t.integer} NOT NULL,
      lease_until ${t.integer} NOT NULL, CONSTRAINT handled_of_total CHECK (handled <= total),
      CONSTRAINT refused_of_handled CHECK (refused <= handled)`,
    indexes: { by_state: 'state, created_at' },
  },
  {
    name: 'bulk_items',
    byKey: true,
    columns: `bulk_id ${t.id} NOT NULL, number ${t.integer} NOT NULL, target_id ${t.name(64)} NOT NULL, version ${t.integer},
      message_id ${t.name(64)}, refusal ${t.name(64)}, message ${t.text}, PRIMARY KEY (bulk_id, number)`,
  },
]
