import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { feed } from './feed.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'account_health',
    byKey: true,
    columns: `process ${t.integer} NOT NULL, provider_account_id ${t.id} NOT NULL, status ${t.word} NOT NULL,
      since ${t.integer} NOT NULL, detail ${t.text}, sessions ${t.integer} NOT NULL,
      calls_in_flight ${t.integer} NOT NULL, circuit_open ${t.small} NOT NULL, said_at ${t.integer} NOT NULL,
      PRIMARY KEY (process, provider_account_id)`,
  },
  { name: 'unready_accounts', columns: `provider_account_id ${t.id} NOT NULL PRIMARY KEY` },
]

/** How provider accounts stand, as processes say; an earlier program says nothing, and sends as if all were well. */
export const accountHealthTables: Migration = {
  name: '0030_account_health',
  oldestProgram: feed.oldestProgram,
  statements: (dialect) => tablesOf(dialect.types).flatMap(dialect.createTable),
}
