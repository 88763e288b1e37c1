import type { Migration } from './migration.js'

const NAME = '0051_catalog_versions'

/** Versions by scope: an Organization's bytes, and zeros for what concerns everyone. */
const everyone = (scope: string): string => `
  INSERT INTO catalog_versions (scope, epoch) SELECT * FROM (SELECT ${scope} AS scope, 1 AS epoch) first
  WHERE NOT EXISTS (SELECT * FROM catalog_versions WHERE scope = ${scope})`

/**
 * The epoch at which what sending depends on changed last, for each Organization and for everyone. An earlier program doesn't write
 * versions, so a later one wouldn't notice its changes: it may not run on the same database.
 */
export const catalogVersionTable: Migration = {
  name: NAME,
  oldestProgram: NAME,
  statements: ({ types: t, createTable }) => [
    ...createTable({
      name: 'catalog_versions',
      byKey: true,
      columns: `scope ${t.id} NOT NULL PRIMARY KEY, epoch ${t.integer} NOT NULL`,
      indexes: { by_epoch: 'epoch' },
    }),
    everyone(t.bytesOf('0'.repeat(32))),
  ],
  changes: [
    `INSERT INTO catalog_versions (scope, epoch) SELECT o.id, e.epoch FROM organizations o, catalog_epoch e
      WHERE NOT EXISTS (SELECT * FROM catalog_versions v WHERE v.scope = o.id)`,
  ],
}
