import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** What an account told, of which each thing is kept once. */
const told = (t: ColumnTypes): string =>
  `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, event_digest ${t.id} NOT NULL,
   event_key ${t.text} NOT NULL, received_at ${t.integer} NOT NULL, state ${t.word} NOT NULL, raw ${t.long} NOT NULL,
   UNIQUE (provider_account_id, event_digest)`

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'inbound_messages',
    columns: `written_to ${t.name(320)} NOT NULL, written_by ${t.name(320)}, user_id ${t.name(320)}, said ${t.long} NOT NULL,
      in_reply_to ${t.text}, wish ${t.text}, written_at ${t.integer}, organization_id ${t.id}, ${told(t)}`,
    indexes: {
      by_age: 'received_at',
      by_state: 'state, received_at',
      of_state: 'state, id',
      of_organization: 'organization_id, id',
    },
  },
  {
    name: 'template_reports',
    columns: `name ${t.text} NOT NULL, language ${t.text} NOT NULL, verdict ${t.word} NOT NULL, reason ${t.text},
      decided_at ${t.integer}, ${told(t)}`,
    indexes: { by_age: 'received_at', by_state: 'state, received_at' },
  },
]

/** What people write to senders, and what vendors say of templates; an earlier program is told of neither. */
export const inboundTables: Migration = {
  name: '0029_inbound',
  oldestProgram: feed.oldestProgram,
  statements: (dialect) => tablesOf(dialect.types).flatMap(dialect.createTable),
}
