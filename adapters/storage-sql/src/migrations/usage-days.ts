import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'usage_days',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, day_at ${t.integer} NOT NULL,
      app_id ${t.id} NOT NULL, channel ${t.name(32)} NOT NULL, country ${t.name(3)} NOT NULL,
      messages ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL, settled ${t.integer} NOT NULL,
      released ${t.integer} NOT NULL, PRIMARY KEY (organization_id, currency, day_at, app_id, channel, country)`,
  },
  {
    name: 'usage_accounts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, seq ${t.integer} NOT NULL,
      PRIMARY KEY (organization_id, currency)`,
  },
  {
    name: 'usage_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, CHECK (one = 1)`,
  },
]

/** Whoever has this row counts. */
const FIRST_STATE = `
  INSERT INTO usage_state (one) SELECT * FROM (SELECT 1 AS one) first WHERE NOT EXISTS (SELECT * FROM usage_state)`

/** What each day's ledger comes to; what was there before is counted by the first process that finds the tables. */
export const usageDayTables: Migration = {
  name: '0042_usage_days',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types, createTable }) => [...tablesOf(types).flatMap(createTable), FIRST_STATE],
}
