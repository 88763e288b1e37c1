import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

const chatTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'chats',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, subject ${t.text} NOT NULL,
      status ${t.word} NOT NULL, opened_by ${t.id} NOT NULL, ticket_id ${t.id}, messages ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, updated_at ${t.integer} NOT NULL, operator_id ${t.id}`,
    indexes: {
      by_status: 'organization_id, status',
      in_turn: 'status, id',
      of_operator: 'operator_id, status, id',
      of_organization: 'organization_id, id',
    },
  },
  {
    name: 'chat_messages',
    byKey: true,
    columns: `id ${t.id} NOT NULL, chat_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL, author ${t.word} NOT NULL,
      author_id ${t.name(128)} NOT NULL, said ${t.long} NOT NULL, at ${t.integer} NOT NULL, PRIMARY KEY (chat_id, id)`,
  },
]

/** Tickets, their files and the index of their words. */
const ticketTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'tickets',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, subject ${t.text} NOT NULL,
      category ${t.word} NOT NULL, priority ${t.word} NOT NULL, status ${t.word} NOT NULL, opened_by ${t.id} NOT NULL,
      chat_id ${t.id}, created_at ${t.integer} NOT NULL, updated_at ${t.integer} NOT NULL, operator_id ${t.id}`,
    indexes: {
      of_organization: 'organization_id, id',
      by_status: 'status, id',
      by_priority: 'status, priority, id',
      of_operator: 'operator_id, status, id',
      by_update: 'updated_at, id',
    },
  },
  {
    name: 'replies',
    byKey: true,
    columns: `id ${t.id} NOT NULL, ticket_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL, author ${t.word} NOT NULL,
      author_id ${t.name(128)} NOT NULL, said ${t.long} NOT NULL, at ${t.integer} NOT NULL,
      PRIMARY KEY (ticket_id, id)`,
  },
  {
    name: 'attachments',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, ticket_id ${t.id},
      file_name ${t.text} NOT NULL, content_type ${t.name(255)} NOT NULL, size_bytes ${t.integer} NOT NULL,
      sha256 ${t.digest} NOT NULL, created_by ${t.id} NOT NULL, created_at ${t.integer} NOT NULL,
      registered_at ${t.integer}, CONSTRAINT size_not_negative CHECK (size_bytes >= 0),
      CONSTRAINT registered_on_a_ticket CHECK ((registered_at IS NULL) = (ticket_id IS NULL))`,
    indexes: {
      of_ticket: 'ticket_id, id',
      by_state: 'registered_at, created_at',
      announced: 'organization_id, registered_at',
    },
  },
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

/** Chats and tickets. */
export const supportTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...chatTables(types),
  ...ticketTables(types),
]
