import { randomBytes } from 'node:crypto'
import type { Dialect, TableDefinition } from '../engine/dialect.js'
import { firstRelease } from './first-release/first-release.js'
import type { Migration } from './migration.js'

/** Changes as they are written: by the groups of a JSON text, and the identifiers of messages, 16 bytes each. */
const written = ({ types: t, words }: Dialect): string =>
  `at ${t.integer} NOT NULL DEFAULT (${words['database time']}), body ${t.long} NOT NULL, ids ${t.bytes} NOT NULL`

const tablesOf = (dialect: Dialect): readonly TableDefinition[] => {
  const { types: t, commitsInOrder } = dialect
  const changes = written(dialect)
  return [
    {
      name: 'changes',
      columns: `seq ${commitsInOrder ? t.counter : `${t.integer} NOT NULL PRIMARY KEY`}, ${changes}`,
    },
    // Where transactions commit side by side their changes wait here until they are numbered (docs/decisions/0046).
    ...(commitsInOrder ? [] : [{ name: 'changes_pending', columns: `id ${t.counter}, ${changes}` }]),
    {
      name: 'feed_head',
      columns: `one ${t.small} NOT NULL PRIMARY KEY, epoch ${t.id} NOT NULL, seq ${t.integer} NOT NULL,
        rolled ${t.integer}, purged ${t.integer} NOT NULL, watched_until ${t.integer} NOT NULL, CHECK (one = 1)`,
    },
  ]
}

/** The one row; a migration that was interrupted leaves it. */
const headRow = ({ types }: Dialect): string => `
  INSERT INTO feed_head (one, epoch, seq, purged, watched_until)
  SELECT * FROM (SELECT 1 AS one, ${types.bytesOf(randomBytes(16).toString('hex'))} AS epoch, 0 AS seq, 0 AS purged,
                        0 AS watched_until) drawn
  WHERE NOT EXISTS (SELECT * FROM feed_head)`

/**
 * The change feed. Programs of before may run beside it: they do no harm, and what they write is not in the feed, so that a new
 * epoch is begun once the last of them has gone (docs/decisions/0046).
 */
export const feed: Migration = {
  name: '0018_feed',
  oldestProgram: firstRelease.oldestProgram,
  statements: (dialect) => [...tablesOf(dialect).flatMap(dialect.createTable), headRow(dialect)],
}
