import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The events of apps (docs/decisions/0088): consecutive ones of an app share a row. */
export const eventTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'event_streams',
    byKey: true,
    columns: `app_id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, environment ${t.word} NOT NULL,
      seq ${t.integer} NOT NULL, purged ${t.integer} NOT NULL, generation ${t.integer} NOT NULL,
      moved ${t.integer} NOT NULL, at ${t.integer} NOT NULL`,
    indexes: { by_move: 'moved', by_generation: 'generation' },
  },
  {
    name: 'event_blocks',
    columns: `app_id ${t.id} NOT NULL, last_seq ${t.integer} NOT NULL, first_seq ${t.integer} NOT NULL,
      organization_id ${t.id} NOT NULL, environment ${t.word} NOT NULL, seed ${t.integer} NOT NULL,
      at ${t.integer} NOT NULL, runs ${t.long} NOT NULL, ids ${t.bytes} NOT NULL, PRIMARY KEY (app_id, last_seq)`,
    indexes: { by_age: 'at' },
  },
]
