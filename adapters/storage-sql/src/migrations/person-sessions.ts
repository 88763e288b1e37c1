import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** Sessions of people at the website. */
export const personSessionTable: Migration = {
  name: '0035_person_sessions',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'person_sessions',
      byKey: true,
      columns: `id ${t.id} NOT NULL PRIMARY KEY, verifier ${t.digest} NOT NULL, user_id ${t.id} NOT NULL,
        password_digest ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL, seen_at ${t.integer} NOT NULL,
        until_at ${t.integer} NOT NULL, client_address ${t.text}, over_at ${t.integer} NOT NULL`,
      uniques: { by_verifier: 'verifier' },
      indexes: { of_user: 'user_id, over_at', by_end: 'over_at' },
    }),
}
