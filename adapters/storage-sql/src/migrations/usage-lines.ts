import type { ColumnTypes, TableDefinition } from '../engine/dialect.js'
import type { Migration } from './migration.js'
import { catalogVersionTable } from './catalog-versions.js'

const tablesOf = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'usage_lines',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, step ${t.word} NOT NULL,
      start_at ${t.integer} NOT NULL, app_id ${t.id} NOT NULL, channel ${t.name(32)} NOT NULL, country ${t.name(3)} NOT NULL,
      template_id ${t.id} NOT NULL, messages ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL,
      settled ${t.integer} NOT NULL, released ${t.integer} NOT NULL,
      PRIMARY KEY (organization_id, currency, step, start_at, app_id, channel, country, template_id)`,
  },
  {
    name: 'usage_line_accounts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, currency ${t.name(8)} NOT NULL, seq ${t.integer} NOT NULL,
      PRIMARY KEY (organization_id, currency)`,
  },
]

/**
 * Usage by template too, and by the hour. The first program that counts an account copies its days from `usage_days`, which
 * stays: programs from before this migration still count in it.
 */
export const usageLineTables: Migration = {
  name: '0052_usage_lines',
  oldestProgram: catalogVersionTable.oldestProgram,
  statements: ({ types, createTable }) => tablesOf(types).flatMap(createTable),
}
