import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** Nothing was deleted yet. */
const markOf = (kind: string): string => `
  INSERT INTO retention_marks (kind, purged_before) SELECT * FROM (SELECT '${kind}' AS kind, 0 AS purged_before) first
  WHERE NOT EXISTS (SELECT * FROM retention_marks WHERE kind = '${kind}')`

/**
 * The accounts that parked messages wait for, by the key in their lane, and the moments before which rows were deleted by age. An
 * earlier program doesn't read parked messages; a later one releases them.
 */
export const parkingTable: Migration = {
  name: '0050_parking',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) => [
    ...createTable({
      name: 'parked_accounts',
      byKey: true,
      columns: `parked_key ${t.word} NOT NULL, provider_account_id ${t.id} NOT NULL,
        PRIMARY KEY (parked_key, provider_account_id)`,
    }),
    ...createTable({
      name: 'retention_marks',
      byKey: true,
      columns: `kind ${t.word} NOT NULL PRIMARY KEY, purged_before ${t.integer} NOT NULL`,
    }),
    ...['messages', 'attempts', 'search'].map(markOf),
  ],
}
