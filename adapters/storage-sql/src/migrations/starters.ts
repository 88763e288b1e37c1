import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** The platform's starter templates, and what Organizations were given to test with; an earlier program gives nothing. */
export const starterTables: Migration = {
  name: '0041_starters',
  oldestProgram: assertionTable.oldestProgram,
  statements: ({ types: t, createTable }) => [
    ...createTable({
      name: 'starter_templates',
      byKey: true,
      columns: `slot ${t.name(64)} NOT NULL PRIMARY KEY, name ${t.text} NOT NULL, category ${t.word} NOT NULL,
        language ${t.name(35)} NOT NULL, content ${t.long} NOT NULL, variables ${t.long} NOT NULL, approved_by ${t.id} NOT NULL,
        reason ${t.text} NOT NULL, approved_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL`,
    }),
    ...createTable({
      name: 'test_grants',
      byKey: true,
      columns: `organization_id ${t.id} NOT NULL PRIMARY KEY, credit ${t.text}, templates ${t.text} NOT NULL`,
    }),
  ],
}
