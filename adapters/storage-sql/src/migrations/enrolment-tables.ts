import type { ColumnTypes, TableDefinition } from './dialect.js'

/** Who may become a super admin by a link. */
export const enrolmentTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'enrolments',
    byKey: true,
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, permissions ${t.text} NOT NULL, verifier ${t.digest},
      created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
  },
]
