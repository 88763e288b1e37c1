import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { firstRelease } from './first-release/first-release.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'operator_sessions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, verifier ${t.digest} NOT NULL, user_id ${t.id} NOT NULL,
      password_digest ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL, confirmed_at ${t.integer} NOT NULL,
      seen_at ${t.integer} NOT NULL, until_at ${t.integer} NOT NULL, client_address ${t.text},
      over_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
    indexes: { of_user: 'user_id, over_at', by_end: 'over_at' },
  },
  {
    name: 'session_tickets',
    byKey: true,
    columns: `verifier ${t.digest} NOT NULL PRIMARY KEY, session_id ${t.id} NOT NULL, web_origin ${t.text} NOT NULL,
      expires_at ${t.integer} NOT NULL`,
    indexes: { by_end: 'expires_at' },
  },
]

/** Sessions of super admins at the console, and the tickets by which sockets know a session. */
export const operatorSessionTables: Migration = {
  name: '0019_operator_sessions',
  oldestProgram: firstRelease.name,
  statements: ({ types, createTable }) => tablesOf(types).flatMap(createTable),
}
