import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The books. Constraints repeat what the core promises (docs/promises#database-constraints). */
export const moneyTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'accounts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, posted ${t.integer} NOT NULL,
      reserved ${t.integer} NOT NULL, version ${t.integer} NOT NULL, head_digest ${t.digest} NOT NULL,
      last_event_at ${t.integer} NOT NULL, PRIMARY KEY (organization_id, currency),
      CONSTRAINT reserved_not_negative CHECK (reserved >= 0),
      CONSTRAINT available_not_negative CHECK (posted - reserved >= 0)`,
  },
  {
    name: 'ledger_events',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, seq ${t.integer} NOT NULL,
      entry_id ${t.id} NOT NULL, type ${t.word} NOT NULL, amount ${t.integer} NOT NULL, app_id ${t.id},
      message_id ${t.id}, phase ${t.small}, related_entry_id ${t.id}, occurred_at ${t.integer} NOT NULL,
      digest ${t.digest} NOT NULL, PRIMARY KEY (organization_id, currency, seq), UNIQUE (message_id, phase),
      CONSTRAINT amount_not_negative CHECK (amount >= 0)`,
    indexes: { of_app: 'app_id, currency, occurred_at, seq' },
  },
  {
    name: 'checkpoints',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, seq ${t.integer} NOT NULL,
      posted ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL, digest ${t.digest} NOT NULL,
      status ${t.word} NOT NULL, checked_at ${t.integer} NOT NULL, finding ${t.text},
      walk_seq ${t.integer}, walk_posted ${t.integer}, walk_reserved ${t.integer}, walk_digest ${t.digest},
      walked_at ${t.integer}, PRIMARY KEY (organization_id, currency)`,
    indexes: { by_status: 'status, organization_id, currency' },
  },
]
