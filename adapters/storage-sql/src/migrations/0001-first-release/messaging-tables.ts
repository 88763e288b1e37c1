import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'
import { WORDS } from './words.js'

/** The records of accepting a message. */
const acceptanceTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'messages',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
      channel ${t.word} NOT NULL, lane ${t.oneOf(WORDS.lane)} NOT NULL, recipient ${t.name(320)} NOT NULL,
      recipient_name ${t.name(255)}, template_id ${t.id} NOT NULL, template_version_id ${t.id} NOT NULL,
      variables ${t.long} NOT NULL, client_reference ${t.name(128)}, units ${t.count} NOT NULL,
      amount ${t.integer} NOT NULL, currency ${t.name(3)} NOT NULL, price_version_id ${t.id} NOT NULL,
      charge_on ${t.oneOf(WORDS.charge_on)} NOT NULL, billing ${t.oneOf(WORDS.billing)} NOT NULL, state ${t.oneOf(WORDS.state)} NOT NULL, failure_code ${t.word},
      attempt ${t.count} NOT NULL, lease_until ${t.integer} NOT NULL, accepted_at ${t.integer} NOT NULL,
      updated_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL, sealed_variables ${t.long},
      uncalled ${t.count} NOT NULL, claim ${t.integer} NOT NULL DEFAULT 0, environment ${t.oneOf(WORDS.environment)} NOT NULL,
      request_id ${t.name(128)}, traceparent ${t.name(55)}, refusals ${t.long}, provider_reason ${t.long},
      sender ${t.name(320)}, language ${t.name(35)},
      CONSTRAINT charge_not_negative CHECK (amount >= 0)`,
    indexes: { by_reference: 'app_id, client_reference, id' },
  },
  {
    // Its keys are random and it is hot, so its rows are as small as possible (docs/decisions/0004).
    name: 'idempotency',
    byKey: true,
    columns: `idempotency_key ${t.id} NOT NULL PRIMARY KEY, material ${t.id} NOT NULL, message_id ${t.id} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'created_at' },
  },
  {
    name: 'batch_receipts',
    byKey: true,
    columns: `receipt_key ${t.id} NOT NULL PRIMARY KEY, material ${t.id} NOT NULL, created_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'created_at' },
  },
  {
    name: 'outbox',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, lane ${t.word} NOT NULL,
      due_at ${t.integer} NOT NULL, publications ${t.integer} NOT NULL, listed_at ${t.integer} NOT NULL`,
    indexes: { by_time: 'lane, due_at', by_turn: 'lane, organization_id, due_at' },
  },
  {
    name: 'parked_accounts',
    byKey: true,
    columns: `parked_key ${t.word} NOT NULL, provider_account_id ${t.id} NOT NULL,
      PRIMARY KEY (parked_key, provider_account_id)`,
  },
  {
    name: 'queue_jobs',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, lane ${t.word} NOT NULL, held_until ${t.integer} NOT NULL`,
    indexes: { by_time: 'lane, held_until' },
  },
]

/** The records of sending a message. */
const sendingTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'attempts',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL, number ${t.count} NOT NULL, provider_account_id ${t.id} NOT NULL,
      phase ${t.oneOf(WORDS.phase)} NOT NULL, provider_message_id ${t.text}, provider_reference ${t.text}, detail ${t.text},
      started_at ${t.integer} NOT NULL, ended_at ${t.integer}, claim ${t.integer} NOT NULL,
      PRIMARY KEY (message_id, number)`,
    indexes: { by_reference: `provider_account_id, ${t.start('provider_reference')}` },
  },
  {
    name: 'attempt_segments',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL, number ${t.count} NOT NULL, part ${t.small} NOT NULL,
      provider_account_id ${t.id} NOT NULL, provider_message_id ${t.text} NOT NULL,
      provider_reference ${t.text} NOT NULL, status ${t.word}, failure_code ${t.word},
      PRIMARY KEY (message_id, number, part)`,
    indexes: { by_reference: `provider_account_id, ${t.start('provider_reference')}` },
  },
  {
    name: 'receipts',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, event_digest ${t.id} NOT NULL,
      event_key ${t.text} NOT NULL, message_id ${t.id}, provider_message_id ${t.text}, provider_reference ${t.text},
      other_reference ${t.text}, status ${t.word} NOT NULL, failure_code ${t.word}, provider_time ${t.integer},
      received_at ${t.integer} NOT NULL, state ${t.word} NOT NULL, raw ${t.long} NOT NULL, recipient ${t.name(320)},
      addresses ${t.text}, reason ${t.long}, UNIQUE (provider_account_id, event_digest)`,
    indexes: {
      by_age: 'state, received_at',
      of_message: 'message_id',
      by_reference: `provider_account_id, ${t.start('provider_reference')}`,
      by_other_reference: `provider_account_id, ${t.start('other_reference')}`,
    },
  },
  {
    name: 'waiting_blocks',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, report ${t.long} NOT NULL, received_at ${t.integer} NOT NULL`,
  },
  {
    name: 'processing_failures',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, failures ${t.integer} NOT NULL, stage ${t.word} NOT NULL,
      first_at ${t.integer} NOT NULL, last_at ${t.integer} NOT NULL, dead_at ${t.integer},
      version ${t.integer} NOT NULL, CONSTRAINT processing_failures_not_negative CHECK (failures >= 0)`,
  },
  {
    name: 'test_messages',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
      recipient ${t.name(320)} NOT NULL, delivered_at ${t.integer} NOT NULL, sealed ${t.long} NOT NULL`,
    indexes: { by_age: 'delivered_at', of_app: 'app_id, id', of_recipient: 'app_id, recipient, id' },
  },
]

/** Inbound messages, and the search index of messages. */
const readingTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'inbound_messages',
    columns: `written_to ${t.name(320)} NOT NULL, written_by ${t.name(320)}, user_id ${t.name(320)}, said ${t.long} NOT NULL,
      in_reply_to ${t.text}, consent_change ${t.text}, written_at ${t.integer}, organization_id ${t.id},
      id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, event_digest ${t.id} NOT NULL,
      event_key ${t.text} NOT NULL, received_at ${t.integer} NOT NULL, state ${t.word} NOT NULL,
      task ${t.word}, raw ${t.long} NOT NULL, missing_parts ${t.small}, UNIQUE (provider_account_id, event_digest)`,
    indexes: {
      by_age: 'received_at',
      by_state: 'state, received_at',
      of_state: 'state, id',
      of_task: 'task, id',
      of_organization: 'organization_id, id',
    },
  },
  {
    name: 'keyword_replies',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, message_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL, channel ${t.word} NOT NULL, kind ${t.word} NOT NULL, sender ${t.name(320)} NOT NULL,
      sent_to ${t.name(320)} NOT NULL, received_at ${t.integer} NOT NULL`,
  },
  {
    name: 'inbound_parts',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, text_key ${t.digest} NOT NULL, provider_account_id ${t.id} NOT NULL,
      written_to ${t.name(320)} NOT NULL, written_by ${t.name(320)}, reference ${t.name(32)} NOT NULL,
      total ${t.small} NOT NULL, number ${t.small} NOT NULL, alphabet ${t.text} NOT NULL, octets ${t.long} NOT NULL,
      stop_words ${t.long} NOT NULL, raw ${t.long} NOT NULL, received_at ${t.integer} NOT NULL,
      state ${t.word} NOT NULL`,
    indexes: { of_text: 'text_key', by_state: 'state, received_at' },
  },
  {
    name: 'recipient_search',
    byKey: true,
    columns: `generation ${t.count} NOT NULL, digest ${t.id} NOT NULL, message_id ${t.id} NOT NULL,
      PRIMARY KEY (generation, digest, message_id)`,
  },
  {
    name: 'recipient_search_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, generation ${t.integer} NOT NULL, key_id ${t.name(64)},
      former_generation ${t.integer}, former_key_id ${t.name(64)}, epoch ${t.name(64)}, seq ${t.integer} NOT NULL,
      walked_to ${t.id}, until_at ${t.integer}, CHECK (one = 1)`,
  },
  {
    name: 'erasures',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, source ${t.word} NOT NULL,
      requested_by ${t.id} NOT NULL, sealed_to ${t.text}, state ${t.word} NOT NULL,
      messages ${t.integer} NOT NULL, inbound_messages ${t.integer} NOT NULL, waiting ${t.integer} NOT NULL,
      walked_to ${t.id}, has_walked ${t.integer}, created_at ${t.integer} NOT NULL, due_at ${t.integer} NOT NULL,
      ended_at ${t.integer}`,
    indexes: { by_state: 'state, due_at', of_organization: 'organization_id, id' },
  },
  {
    name: 'retention_marks',
    byKey: true,
    columns: `kind ${t.word} NOT NULL PRIMARY KEY, purged_before ${t.integer} NOT NULL`,
  },
]

/** Messages and the records of accepting and sending them. */
export const messagingTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...acceptanceTables(types),
  ...sendingTables(types),
  ...readingTables(types),
]
