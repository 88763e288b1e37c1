import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The keys that the installation named, one after the other. */
export const keyTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'key_eras',
    byKey: true,
    columns: `key_id ${t.name(64)} NOT NULL PRIMARY KEY, named_at ${t.integer} NOT NULL, closed_at ${t.integer},
      finished_at ${t.integer}`,
  },
]
