import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/**
 * Second factors of people who aren't super admins, when one was confirmed in a session, and which Organizations require one. Sessions
 * that super admins started without their second factor end. An earlier program that runs next to this one asks for a second factor
 * only at the console.
 */
export const secondFactorTables: Migration = {
  name: '0044_second_factors',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'second_factors',
      byKey: true,
      columns: `user_id ${t.id} NOT NULL PRIMARY KEY, sealed_totp_secret ${t.text} NOT NULL,
        last_totp_step ${t.integer} NOT NULL, recovery_verifiers ${t.text} NOT NULL, created_at ${t.integer} NOT NULL`,
    }),
  additions: (types) => [
    { kind: 'column', table: 'sessions', name: 'confirmed_at', definition: types.integer },
    { kind: 'column', table: 'person_sessions', name: 'confirmed_at', definition: types.integer },
    {
      kind: 'column',
      table: 'organizations',
      name: 'requires_second_factor',
      definition: `${types.integer} NOT NULL DEFAULT 0`,
    },
  ],
  changes: [
    'DELETE FROM person_sessions WHERE user_id IN (SELECT user_id FROM super_admins)',
    `UPDATE sessions SET ended_at = rotated_at, ended_by = 'second_factor_changed', over_at = rotated_at
      WHERE ended_at IS NULL AND user_id IN (SELECT user_id FROM super_admins)`,
  ],
}
