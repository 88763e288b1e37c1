import type { Migration } from './migration.js'
import { usageLineTables } from './usage-lines.js'

/** Alerts about low balances, by account. */
export const balanceAlertTable: Migration = {
  name: '0057_balance_alerts',
  oldestProgram: usageLineTables.oldestProgram,
  statements: ({ types: t, createTable }) =>
    createTable({
      name: 'balance_alerts',
      byKey: true,
      columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, threshold ${t.integer},
        is_below ${t.small} NOT NULL, PRIMARY KEY (organization_id, currency)`,
    }),
}
