import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Recipients to whom nothing is sent. */
export const consentTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'suppressions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, recipient ${t.id} NOT NULL,
      source ${t.word} NOT NULL, scope ${t.word} NOT NULL, masked_to ${t.text} NOT NULL, reason ${t.text} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    uniques: { by_slot: 'organization_id, recipient, source' },
    indexes: { of_organization: 'organization_id, id' },
  },
  {
    name: 'consents',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, recipient ${t.id} NOT NULL,
      masked_to ${t.text} NOT NULL, kind ${t.word} NOT NULL, source ${t.word} NOT NULL, scope ${t.word} NOT NULL,
      app_id ${t.id}, channel ${t.word}, evidence ${t.text} NOT NULL, given_at ${t.integer} NOT NULL,
      recorded_at ${t.integer} NOT NULL`,
    indexes: {
      of_organization: 'organization_id, id',
      of_recipient: 'organization_id, recipient, id',
      by_age: 'recorded_at',
    },
  },
  {
    name: 'opt_ins',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, recipient ${t.id} NOT NULL, grants ${t.text} NOT NULL,
      is_general ${t.integer} NOT NULL, PRIMARY KEY (organization_id, recipient)`,
  },
  {
    name: 'held_senders',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, sender ${t.name(320)} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { of_sender: 'provider_account_id, sender' },
  },
  {
    name: 'recipient_ids',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, number ${t.name(320)}, organization_ids ${t.text} NOT NULL,
      learned_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'learned_at' },
  },
  {
    name: 'blocked_destinations',
    columns: `prefix ${t.name(16)} NOT NULL PRIMARY KEY, created_at ${t.integer} NOT NULL`,
  },
  {
    name: 'number_prefixes',
    columns: `prefix ${t.name(16)} NOT NULL PRIMARY KEY, country ${t.name(8)} NOT NULL, min_digits ${t.integer} NOT NULL,
      max_digits ${t.integer} NOT NULL, reason ${t.text} NOT NULL, created_at ${t.integer} NOT NULL`,
  },
  {
    name: 'sender_rules',
    columns: `country ${t.name(8)} NOT NULL, kind ${t.name(32)} NOT NULL, verdict ${t.word} NOT NULL,
      created_at ${t.integer} NOT NULL, PRIMARY KEY (country, kind)`,
  },
]
