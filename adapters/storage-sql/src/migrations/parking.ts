import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/**
 * The accounts that parked messages wait for, by the key in their lane. An earlier program passes parked messages over; a
 * later one releases them.
 */
export const parkingTable: Migration = {
  name: '0050_parking',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'parked_accounts',
      byKey: true,
      columns: `parked_key ${t.word} NOT NULL, provider_account_id ${t.id} NOT NULL,
        PRIMARY KEY (parked_key, provider_account_id)`,
    }),
}
