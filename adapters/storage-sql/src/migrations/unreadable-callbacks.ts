import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** What providers told and nobody understood; an earlier program keeps it among the reports that belong to no message. */
export const unreadableCallbackTable: Migration = {
  name: '0031_unreadable_callbacks',
  oldestProgram: feed.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'unreadable_callbacks',
      columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, event_digest ${t.id} NOT NULL,
        event_key ${t.text} NOT NULL, detail ${t.long} NOT NULL, raw ${t.long} NOT NULL, received_at ${t.integer} NOT NULL,
        UNIQUE (provider_account_id, event_digest)`,
      indexes: { by_age: 'received_at' },
    }),
}
