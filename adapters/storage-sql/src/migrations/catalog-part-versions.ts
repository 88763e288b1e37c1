import { CATALOG_PARTS, partColumn } from '../guards/catalog-parts.js'
import type { Migration } from './migration.js'

const NAME = '0059_catalog_part_versions'

/**
 * The epoch at which each part of an Organization's catalog changed last. An earlier program doesn't write it, so a later one would
 * keep parts that it changed: it may not run on the same database.
 */
export const catalogPartVersions: Migration = {
  name: NAME,
  oldestProgram: NAME,
  statements: () => [],
  additions: ({ integer }) =>
    CATALOG_PARTS.map((part) => ({
      kind: 'column',
      table: 'catalog_versions',
      name: partColumn(part),
      definition: `${integer} NOT NULL DEFAULT 0`,
    })),
}
