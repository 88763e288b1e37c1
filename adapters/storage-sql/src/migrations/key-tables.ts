import type { Addition } from './addition.js'
import type { ColumnTypes, TableDefinition } from './dialect.js'

/** The keys that the installation named, one after the other. */
export const keyTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'key_eras',
    byKey: true,
    columns: `key_id ${t.name(64)} NOT NULL PRIMARY KEY, named_at ${t.integer} NOT NULL, closed_at ${t.integer},
      finished_at ${t.integer}`,
  },
]

/** What audit entries are under, where their program said so, and the era that each chain is in. */
export const keyAdditions = (t: ColumnTypes): readonly Addition[] => [
  { kind: 'column', table: 'audit_log', name: 'key_id', definition: t.name(64) },
  { kind: 'column', table: 'audit_chains', name: 'key_id', definition: t.name(64) },
]
