import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { feed } from './feed.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'recipient_search',
    byKey: true,
    columns: `generation ${t.integer} NOT NULL, digest ${t.id} NOT NULL, message_id ${t.id} NOT NULL,
      PRIMARY KEY (generation, digest, message_id)`,
  },
  {
    name: 'recipient_search_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, generation ${t.integer} NOT NULL, key_id ${t.name(64)},
      former_generation ${t.integer}, former_key_id ${t.name(64)}, epoch ${t.name(64)}, seq ${t.integer} NOT NULL,
      walked_to ${t.id}, until_at ${t.integer}, CHECK (one = 1)`,
  },
]

/** Nothing is in the index: a keeper begins it. */
const FIRST_STATE = `
  INSERT INTO recipient_search_state (one, generation, seq)
  SELECT * FROM (SELECT 1 AS one, 0 AS generation, 0 AS seq) first
  WHERE NOT EXISTS (SELECT * FROM recipient_search_state)`

/** The index by which messages to somebody are found. */
export const recipientSearch: Migration = {
  name: '0022_recipient_search',
  oldestProgram: feed.oldestProgram,
  statements: (dialect) => [...tablesOf(dialect.types).flatMap(dialect.createTable), FIRST_STATE],
}
