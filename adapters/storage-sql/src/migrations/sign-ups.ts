import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** Links by which people make accounts at the website. */
export const signUpTable: Migration = {
  name: '0039_sign_ups',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'sign_ups',
      byKey: true,
      columns: `email_key ${t.name(320)} NOT NULL PRIMARY KEY, email ${t.name(320)} NOT NULL, verifier ${t.digest},
        invited_by ${t.id}, created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
      uniques: { by_verifier: 'verifier' },
      indexes: { by_end: 'expires_at' },
    }),
}
