import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** Tests of provider accounts; an earlier program takes none, and its receipts of them belong to no message. */
export const providerTestTable: Migration = {
  name: '0032_provider_tests',
  oldestProgram: feed.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'provider_tests',
      byKey: true,
      columns: `id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL, message_id ${t.id} NOT NULL,
        user_id ${t.id} NOT NULL, reason ${t.text} NOT NULL, channel ${t.word} NOT NULL, recipient ${t.name(320)} NOT NULL,
        sender ${t.text} NOT NULL, registration ${t.text}, state ${t.word} NOT NULL, detail ${t.text}, is_reported ${t.text},
        requested_at ${t.integer} NOT NULL, lease_until ${t.integer}, provider_message_ids ${t.text} NOT NULL,
        transcript ${t.long} NOT NULL`,
      indexes: {
        by_age: 'requested_at',
        by_state: 'state, requested_at',
        of_account: 'provider_account_id, requested_at',
      },
    }),
}
