import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Webhook endpoints, the events that wait for a retry, and the log of attempts (docs/decisions/0088). */
export const webhookTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'webhook_endpoints',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
      environment ${t.word} NOT NULL, url ${t.text} NOT NULL, description ${t.text} NOT NULL, types ${t.long},
      ordering_kind ${t.word} NOT NULL, includes_recipient ${t.small} NOT NULL, sealed_secret ${t.text}, public_key ${t.name(64)},
      sealed_previous_secret ${t.text}, previous_ends_at ${t.integer},
      disabled_because ${t.word}, disabled_at ${t.integer}, delivered_to ${t.integer} NOT NULL,
      failures ${t.integer} NOT NULL, failing_since ${t.integer}, paused_until ${t.integer} NOT NULL,
      is_warned ${t.small} NOT NULL, notice ${t.word}, created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL,
      due_at ${t.integer}, takes_events ${t.small} NOT NULL, is_of_receiver ${t.small} NOT NULL, claim ${t.integer}, lease_until ${t.integer},
      CONSTRAINT has_a_secret CHECK (is_of_receiver = 1 OR sealed_secret IS NOT NULL),
      CONSTRAINT disabled_for_a_reason CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
      CONSTRAINT due_while_enabled CHECK (disabled_at IS NULL OR due_at IS NULL)`,
    indexes: {
      of_app: 'app_id, id',
      of_organization: 'organization_id, id',
      by_kind: 'is_of_receiver, id',
      by_due: 'is_of_receiver, due_at, id',
      by_notice: 'notice, id',
    },
  },
  {
    // The event receiver of the installation, as dispatchers confirm it.
    name: 'event_receiver',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, host ${t.text} NOT NULL, since ${t.integer} NOT NULL,
      confirmed_at ${t.integer} NOT NULL, CHECK (one = 1)`,
  },
  {
    name: 'webhook_pending',
    byKey: true,
    columns: `endpoint_id ${t.id} NOT NULL, seq ${t.integer} NOT NULL, message_id ${t.id} NOT NULL,
      attempts ${t.integer} NOT NULL, due_at ${t.integer}, PRIMARY KEY (endpoint_id, seq)`,
  },
  {
    name: 'webhook_attempts',
    columns: `endpoint_id ${t.id} NOT NULL, at ${t.integer} NOT NULL, seq ${t.integer} NOT NULL,
      number ${t.integer} NOT NULL, event_id ${t.id} NOT NULL, type ${t.name(64)} NOT NULL,
      duration ${t.integer} NOT NULL, status ${t.integer}, message_id ${t.id} NOT NULL, detail ${t.text} NOT NULL, is_delivered ${t.small} NOT NULL,
      PRIMARY KEY (endpoint_id, at, seq, number)`,
    indexes: {
      of_event: 'endpoint_id, seq, at',
      by_outcome: 'endpoint_id, is_delivered, at, seq, number',
      by_age: 'at',
    },
  },
]
