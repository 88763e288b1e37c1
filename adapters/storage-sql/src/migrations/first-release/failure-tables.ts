import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** What operators look into. */
export const failureTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'processing_failures',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, failures ${t.integer} NOT NULL, stage ${t.word} NOT NULL,
      first_at ${t.integer} NOT NULL, last_at ${t.integer} NOT NULL, dead_at ${t.integer},
      version ${t.integer} NOT NULL, CONSTRAINT processing_failures_not_negative CHECK (failures >= 0)`,
  },
]
