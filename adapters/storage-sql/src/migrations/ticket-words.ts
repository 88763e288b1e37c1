import { BEFORE_ALL } from '../cells/id-cell.js'
import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { catalogVersionTable } from './catalog-versions.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'ticket_words',
    byKey: true,
    columns: `owner ${t.id} NOT NULL, word ${t.name(64)} NOT NULL, ticket_id ${t.id} NOT NULL,
      PRIMARY KEY (owner, word, ticket_id)`,
    indexes: { of_ticket: 'ticket_id, owner, word' },
  },
  {
    name: 'ticket_search_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, updated_at ${t.integer} NOT NULL, ticket_id ${t.id} NOT NULL,
      reply_id ${t.id} NOT NULL, CHECK (one = 1)`,
  },
]

/** No ticket is in the index: a dispatcher adds those that exist. */
const firstState = ({ bytesOf }: ColumnTypes): string => {
  const none = bytesOf(BEFORE_ALL)
  return `
    INSERT INTO ticket_search_state (one, updated_at, ticket_id, reply_id)
    SELECT * FROM (SELECT 1 AS one, 0 AS updated_at, ${none} AS ticket_id, ${none} AS reply_id) first
    WHERE NOT EXISTS (SELECT * FROM ticket_search_state)`
}

/** Words of tickets, by which they are found. Tickets of earlier programs are indexed too, by their last change. */
export const ticketWordTables: Migration = {
  name: '0058_ticket_words',
  oldestProgram: catalogVersionTable.oldestProgram,
  statements: (dialect) => [
    ...tablesOf(dialect.types).flatMap(dialect.createTable),
    firstState(dialect.types),
  ],
  additions: () => [{ kind: 'index', table: 'tickets', name: 'by_update', definition: 'updated_at, id' }],
}
