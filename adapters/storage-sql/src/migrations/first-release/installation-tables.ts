import { randomBytes } from 'node:crypto'
import type { ColumnTypes, Dialect, TableDefinition } from '../../engine/dialect.js'

/** What the database knows of itself. */
export const installationTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'installation',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, id ${t.id} NOT NULL, counter ${t.integer} NOT NULL,
      value ${t.id} NOT NULL, raised_at ${t.integer} NOT NULL, created_at ${t.integer} NOT NULL,
      held_since ${t.integer}, held_because ${t.word}, restored_at ${t.integer}, fenced_before ${t.integer},
      sealing_key ${t.name(64)}, signing_public_key ${t.text}, sealed_signing_key ${t.text}, heads_at ${t.integer},
      CHECK (one = 1), CONSTRAINT held_for_a_reason CHECK ((held_since IS NULL) = (held_because IS NULL))`,
  },
  {
    // What operators have let go of the messages that a restoration fenced in.
    name: 'restore_releases',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, released_at ${t.integer} NOT NULL`,
  },
]

const drawn = ({ types }: Dialect): string => types.bytesOf(randomBytes(16).toString('hex'))

/** The one row: the first migration draws it, later ones leave it. */
export const installationRow = (dialect: Dialect): string => `
  INSERT INTO installation (one, id, counter, value, raised_at, created_at)
  SELECT * FROM (SELECT 1 AS one, ${drawn(dialect)} AS id, 1 AS counter, ${drawn(dialect)} AS value,
                        ${dialect.words['database time']} AS raised_at, ${dialect.words['database time']} AS created_at) drawn
  WHERE NOT EXISTS (SELECT * FROM installation)`
