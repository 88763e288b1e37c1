import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { firstRelease } from './first-release/first-release.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'bulks',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, operation ${t.name(64)} NOT NULL, owner_id ${t.id} NOT NULL,
      password_digest ${t.digest} NOT NULL, confirmed_at ${t.integer} NOT NULL, session_verifier ${t.digest},
      client_address ${t.text}, state ${t.word} NOT NULL, stop_reason ${t.word}, request ${t.text} NOT NULL,
      total ${t.integer} NOT NULL, handled ${t.integer} NOT NULL, refused ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, begun_at ${t.integer}, ended_at ${t.integer}, claim ${t.integer} NOT NULL,
      lease_until ${t.integer} NOT NULL,
      CONSTRAINT handled_of_total CHECK (handled <= total), CONSTRAINT refused_of_handled CHECK (refused <= handled)`,
    indexes: { by_state: 'state, created_at' },
  },
  {
    name: 'bulk_items',
    byKey: true,
    columns: `bulk_id ${t.id} NOT NULL, number ${t.integer} NOT NULL, target_id ${t.name(64)} NOT NULL,
      version ${t.integer}, message_id ${t.name(64)}, refusal ${t.name(64)}, message ${t.text},
      PRIMARY KEY (bulk_id, number)`,
  },
]

/** Decisions of operators about many records at once. */
export const bulkTables: Migration = {
  name: '0020_bulk',
  oldestProgram: firstRelease.name,
  statements: ({ types, createTable }) => tablesOf(types).flatMap(createTable),
}
