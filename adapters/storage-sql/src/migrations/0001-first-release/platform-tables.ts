import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The database's data about itself. */
const installationTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'installation',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, id ${t.id} NOT NULL, counter ${t.integer} NOT NULL, value ${t.id} NOT NULL,
      raised_at ${t.integer} NOT NULL, created_at ${t.integer} NOT NULL, held_since ${t.integer},
      held_because ${t.word}, restored_at ${t.integer}, fenced_before ${t.integer}, sealing_key ${t.name(64)},
      signing_public_key ${t.text}, sealed_signing_key ${t.text}, heads_at ${t.integer}, CHECK (one = 1),
      CONSTRAINT held_for_a_reason CHECK ((held_since IS NULL) = (held_because IS NULL))`,
  },
  {
    // Messages that super admins have released after a restoration.
    name: 'restore_releases',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, released_at ${t.integer} NOT NULL`,
  },
  {
    name: 'key_versions',
    byKey: true,
    columns: `key_id ${t.name(64)} NOT NULL PRIMARY KEY, named_at ${t.integer} NOT NULL, closed_at ${t.integer},
      finished_at ${t.integer}`,
  },
  {
    name: 'assertions',
    columns: `violated ${t.word} NOT NULL PRIMARY KEY`,
  },
  {
    name: 'rate_buckets',
    byKey: true,
    columns: `bucket_key ${t.id} NOT NULL PRIMARY KEY, milli_tokens ${t.integer} NOT NULL, at ${t.integer} NOT NULL`,
    indexes: { by_age: 'at' },
  },
]

/** The roll-ups of the feed. */
const flowTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'feed_head',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, epoch ${t.id} NOT NULL, seq ${t.integer} NOT NULL, rolled ${t.integer},
      events_through ${t.integer}, event_turn ${t.integer} NOT NULL, purged ${t.integer} NOT NULL, watched_until ${t.integer} NOT NULL, CHECK (one = 1)`,
  },
  {
    name: 'flow',
    byKey: true,
    columns: `step ${t.word} NOT NULL, start_at ${t.integer} NOT NULL, organization_id ${t.id} NOT NULL,
      flow ${t.long} NOT NULL, PRIMARY KEY (step, start_at, organization_id)`,
    indexes: { of_owner: 'step, organization_id, start_at' },
  },
  {
    name: 'flow_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, epoch ${t.name(64)}, until_at ${t.integer}, CHECK (one = 1)`,
  },
  {
    name: 'flow_gaps',
    byKey: true,
    columns: `from_at ${t.integer} NOT NULL PRIMARY KEY, to_at ${t.integer} NOT NULL`,
  },
]

/** The database's data about itself. */
export const platformTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...installationTables(types),
  ...flowTables(types),
]
