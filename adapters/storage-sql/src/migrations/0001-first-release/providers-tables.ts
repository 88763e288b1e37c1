import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Provider accounts, their health and their tests. */
export const providersTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'provider_accounts',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, name ${t.text} NOT NULL, channels ${t.text} NOT NULL,
      status ${t.word} NOT NULL, settings ${t.text} NOT NULL, sealed_secrets ${t.text} NOT NULL,
      max_concurrent ${t.integer} NOT NULL, timeout_ms ${t.integer} NOT NULL, created_at ${t.integer} NOT NULL,
      version ${t.integer} NOT NULL, rate_per_second ${t.integer}`,
  },
  {
    name: 'account_health',
    byKey: true,
    columns: `process ${t.integer} NOT NULL, provider_account_id ${t.id} NOT NULL, status ${t.word} NOT NULL,
      since ${t.integer} NOT NULL, detail ${t.text}, sessions ${t.integer} NOT NULL,
      calls_in_flight ${t.integer} NOT NULL, circuit_open ${t.small} NOT NULL, said_at ${t.integer} NOT NULL,
      PRIMARY KEY (process, provider_account_id)`,
  },
  {
    name: 'account_faults',
    columns: `provider_account_id ${t.id} NOT NULL PRIMARY KEY, reason ${t.long} NOT NULL,
      messages ${t.integer} NOT NULL, last_at ${t.integer} NOT NULL`,
  },
  {
    name: 'unready_accounts',
    columns: `provider_account_id ${t.id} NOT NULL PRIMARY KEY`,
  },
  {
    name: 'provider_tests',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, message_id ${t.id} NOT NULL,
      user_id ${t.id} NOT NULL, reason ${t.text} NOT NULL, channel ${t.word} NOT NULL,
      recipient ${t.name(320)} NOT NULL, sender ${t.text} NOT NULL, registration ${t.text}, state ${t.word} NOT NULL,
      detail ${t.text}, is_reported ${t.text}, requested_at ${t.integer} NOT NULL, lease_until ${t.integer},
      provider_message_ids ${t.text} NOT NULL, transcript ${t.long} NOT NULL`,
    indexes: {
      by_age: 'requested_at',
      by_state: 'state, requested_at',
      of_account: 'provider_account_id, requested_at',
    },
  },
  {
    name: 'unreadable_callbacks',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, event_digest ${t.id} NOT NULL,
      event_key ${t.text} NOT NULL, detail ${t.long} NOT NULL, raw ${t.long} NOT NULL,
      received_at ${t.integer} NOT NULL, UNIQUE (provider_account_id, event_digest)`,
    indexes: { by_age: 'received_at' },
  },
]
