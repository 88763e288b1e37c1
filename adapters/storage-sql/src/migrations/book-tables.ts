import type { Addition } from './addition.js'
import type { ColumnTypes } from './dialect.js'

/** What earlier tables get so that each environment keeps a book of its own. */
export const bookAdditions = (t: ColumnTypes): readonly Addition[] => [
  {
    kind: 'column',
    table: 'organizations',
    name: 'closed_test_channels',
    definition: `${t.name(128)} NOT NULL DEFAULT '[]'`,
  },
  {
    kind: 'column',
    table: 'organizations',
    name: 'first_book',
    definition: `${t.word} NOT NULL DEFAULT 'production'`,
  },
  { kind: 'column', table: 'messages', name: 'environment', definition: t.word },
]

const hasProject = (environment: 'test' | 'production'): string =>
  `EXISTS (SELECT 1 FROM projects p WHERE p.organization_id = organizations.id AND p.environment = '${environment}')`

/**
 * Whose the one book was that each Organization has had: test's where all of its Projects are of test, else production's.
 * Nothing is moved and no ledger is touched. Those of test had every channel entitled without an operator, which says
 * nothing about production. Processes that remember Organizations look again. Can be said again after an interruption.
 */
export const divideBooks: readonly string[] = [
  `UPDATE organizations SET first_book = 'test', entitled_channels = '[]'
   WHERE ${hasProject('test')} AND NOT ${hasProject('production')}`,
  'UPDATE catalog_epoch SET epoch = epoch + 1',
]
