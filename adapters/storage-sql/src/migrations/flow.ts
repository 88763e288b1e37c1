import type { ColumnTypes, Dialect, TableDefinition } from '../engine/dialect.js'
import { feed } from './feed.js'
import type { Migration } from './migration.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
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

const FIRST_STATE = `
  INSERT INTO flow_state (one) SELECT * FROM (SELECT 1 AS one) first WHERE NOT EXISTS (SELECT * FROM flow_state)`

/** What became of messages before the feed was there is counted nowhere: that time is a gap. */
const firstGap = ({ words }: Dialect): string => `
  INSERT INTO flow_gaps (from_at, to_at)
  SELECT * FROM (SELECT 0 AS from_at, ${words['database time']} AS to_at) first
  WHERE EXISTS (SELECT * FROM messages) AND NOT EXISTS (SELECT * FROM flow_gaps)`

/** The roll-ups of the feed. */
export const flow: Migration = {
  name: '0021_flow',
  oldestProgram: feed.oldestProgram,
  statements: (dialect) => [
    ...tablesOf(dialect.types).flatMap(dialect.createTable),
    FIRST_STATE,
    firstGap(dialect),
  ],
}
