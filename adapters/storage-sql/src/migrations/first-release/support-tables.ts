import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

const conversationTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'chats',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, subject ${t.text} NOT NULL,
      status ${t.word} NOT NULL, opened_by ${t.id} NOT NULL, ticket_id ${t.id}, messages ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, updated_at ${t.integer} NOT NULL`,
    indexes: { by_status: 'organization_id, status', in_turn: 'status, id' },
  },
  {
    name: 'chat_messages',
    byKey: true,
    columns: `id ${t.id} NOT NULL, chat_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      author ${t.word} NOT NULL, author_id ${t.name(128)} NOT NULL, said ${t.long} NOT NULL, at ${t.integer} NOT NULL,
      PRIMARY KEY (chat_id, id)`,
  },
  {
    name: 'tickets',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, subject ${t.text} NOT NULL,
      category ${t.word} NOT NULL, priority ${t.word} NOT NULL, status ${t.word} NOT NULL, opened_by ${t.id} NOT NULL,
      chat_id ${t.id}, created_at ${t.integer} NOT NULL, updated_at ${t.integer} NOT NULL`,
    indexes: {
      of_organization: 'organization_id, id',
      by_status: 'status, id',
      by_priority: 'status, priority, id',
    },
  },
  {
    name: 'replies',
    byKey: true,
    columns: `id ${t.id} NOT NULL, ticket_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      author ${t.word} NOT NULL, author_id ${t.name(128)} NOT NULL, said ${t.long} NOT NULL, at ${t.integer} NOT NULL,
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
]

const officeTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'billing_profiles',
    columns: `organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL PRIMARY KEY, legal_name ${t.text} NOT NULL,
      tax_id ${t.text}, address_line_1 ${t.text} NOT NULL, address_line_2 ${t.text}, city ${t.text} NOT NULL,
      region ${t.text}, postal_code ${t.text}, country_code ${t.name(8)} NOT NULL, billing_email ${t.name(320)} NOT NULL,
      version ${t.integer} NOT NULL`,
  },
  {
    name: 'mail_jobs',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, sealed ${t.long} NOT NULL,
      created_at ${t.integer} NOT NULL, due_at ${t.integer} NOT NULL, attempts ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL, CONSTRAINT mail_attempts_not_negative CHECK (attempts >= 0)`,
    indexes: { by_time: 'due_at, id' },
  },
  {
    // Apart from the credentials, which acceptances read: noting a use changes nothing that is versioned by the epoch.
    name: 'credential_uses',
    byKey: true,
    columns: `credential_id ${t.id} NOT NULL PRIMARY KEY, used_at ${t.integer} NOT NULL`,
  },
]

/** The tables of support, and of what members and the service's own mail need. */
export const supportTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...conversationTables(types),
  ...officeTables(types),
]
