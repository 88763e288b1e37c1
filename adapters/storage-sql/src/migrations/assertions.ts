import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** Always empty: what a transaction asserts in vain is refused here. */
export const assertionTable: Migration = {
  name: '0034_assertions',
  oldestProgram: feed.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({ name: 'assertions', columns: `violated ${t.word} NOT NULL PRIMARY KEY` }),
}
