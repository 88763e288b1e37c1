import type { Migration } from './migration.js'
import { feed } from './feed.js'

/** Whom a report is about (docs/contract#delivery-reports); an earlier program does not ask. */
export const receiptRecipients: Migration = {
  name: '0025_receipt_recipients',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'receipts', name: 'recipient', definition: types.name(320) },
  ],
}
