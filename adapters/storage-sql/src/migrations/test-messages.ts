import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** What the sandbox delivered in the test environment; an earlier program keeps it in the sandbox's inbox only. */
export const testMessageTable: Migration = {
  name: '0046_test_messages',
  oldestProgram: feed.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'test_messages',
      byKey: true,
      columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
        recipient ${t.name(320)} NOT NULL, delivered_at ${t.integer} NOT NULL, sealed ${t.long} NOT NULL`,
      indexes: {
        by_age: 'delivered_at',
        of_app: 'app_id, id',
        of_recipient: 'app_id, recipient, id',
      },
    }),
}
