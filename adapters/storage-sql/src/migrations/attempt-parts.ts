import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { feed } from './feed.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'attempt_parts',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL, number ${t.integer} NOT NULL, part ${t.small} NOT NULL,
      provider_account_id ${t.id} NOT NULL, provider_message_id ${t.text} NOT NULL,
      provider_reference ${t.text} NOT NULL, status ${t.word}, failure_code ${t.word},
      PRIMARY KEY (message_id, number, part)`,
    indexes: { by_reference: `provider_account_id, ${t.start('provider_reference')}` },
  },
]

/** The identifiers of messages that a provider took in parts; an earlier program knows the first part's alone. */
export const attemptPartTables: Migration = {
  name: '0026_attempt_parts',
  oldestProgram: feed.oldestProgram,
  statements: (dialect) => tablesOf(dialect.types).flatMap(dialect.createTable),
}
