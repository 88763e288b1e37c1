import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'
import { WORDS } from './words.js'

const accountTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'accounts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      posted ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL, version ${t.integer} NOT NULL,
      head_digest ${t.digest} NOT NULL, last_event_at ${t.integer} NOT NULL,
      PRIMARY KEY (organization_id, environment, currency), CONSTRAINT reserved_not_negative CHECK (reserved >= 0),
      CONSTRAINT available_not_negative CHECK (posted - reserved >= 0)`,
  },
  {
    // The phase comes first: the entries of each phase follow the order of the messages, so the index's pages
    // fill up.
    name: 'ledger_events',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      seq ${t.integer} NOT NULL, entry_id ${t.id} NOT NULL, type ${t.oneOf(WORDS.type)} NOT NULL, amount ${t.integer} NOT NULL,
      app_id ${t.id}, message_id ${t.id}, phase ${t.small}, related_entry_id ${t.id},
      occurred_at ${t.integer} NOT NULL, digest ${t.digest} NOT NULL,
      PRIMARY KEY (organization_id, environment, currency, seq), UNIQUE (phase, message_id),
      CONSTRAINT amount_not_negative CHECK (amount >= 0)`,
    indexes: { of_app: 'app_id, currency, occurred_at, seq' },
  },
  {
    name: 'checkpoints',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      seq ${t.integer} NOT NULL, posted ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL,
      digest ${t.digest} NOT NULL, status ${t.word} NOT NULL, checked_at ${t.integer} NOT NULL, finding ${t.text},
      walk_seq ${t.integer}, walk_posted ${t.integer}, walk_reserved ${t.integer}, walk_digest ${t.digest},
      walked_at ${t.integer}, PRIMARY KEY (organization_id, environment, currency)`,
    indexes: { by_status: 'status, organization_id, environment, currency' },
  },
  {
    name: 'balance_alerts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      threshold ${t.integer}, is_below ${t.small} NOT NULL, PRIMARY KEY (organization_id, environment, currency)`,
  },
]

/** Prices and budgets. */
const spendingTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'price_versions',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id}, channel ${t.word} NOT NULL,
      destination_prefix ${t.name(32)} NOT NULL, category ${t.word}, currency ${t.name(3)} NOT NULL, unit_amount ${t.integer} NOT NULL,
      charge_on ${t.word} NOT NULL, effective_from ${t.integer} NOT NULL, CHECK (unit_amount >= 0)`,
    indexes: {
      of_organization: 'organization_id, currency',
      by_slot: 'channel, destination_prefix, currency, effective_from, organization_id',
      of_owner: 'organization_id, id',
    },
  },
  {
    name: 'budgets',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, scope ${t.text} NOT NULL,
      period ${t.word} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      limit_amount ${t.integer} NOT NULL, action ${t.word} NOT NULL, alert_percents ${t.text} NOT NULL,
      version ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id' },
  },
  {
    name: 'budget_uses',
    byKey: true,
    columns: `budget_id ${t.id} NOT NULL, period_start ${t.integer} NOT NULL, used ${t.integer} NOT NULL,
      alerted_percent ${t.integer} NOT NULL, first_refused_at ${t.integer}, PRIMARY KEY (budget_id, period_start),
      CONSTRAINT used_not_negative CHECK (used >= 0)`,
  },
]

/** Usage by hour and day, derived from the ledger. */
const usageTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'usage_lines',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      step ${t.word} NOT NULL, start_at ${t.integer} NOT NULL, app_id ${t.id} NOT NULL,
      channel ${t.name(32)} NOT NULL, country ${t.name(3)} NOT NULL, template_id ${t.id} NOT NULL,
      messages ${t.integer} NOT NULL, reserved ${t.integer} NOT NULL, settled ${t.integer} NOT NULL,
      released ${t.integer} NOT NULL,
      PRIMARY KEY (organization_id, environment, currency, step, start_at, app_id, channel, country, template_id)`,
  },
  {
    name: 'usage_line_accounts',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, environment ${t.oneOf(WORDS.environment)} NOT NULL, currency ${t.name(3)} NOT NULL,
      seq ${t.integer} NOT NULL, PRIMARY KEY (organization_id, environment, currency)`,
  },
  {
    name: 'usage_state',
    byKey: true,
    columns: `one ${t.small} NOT NULL PRIMARY KEY, CHECK (one = 1)`,
  },
]

/** The ledger. Constraints repeat the core's rules (docs/promises#database-constraints). */
export const ledgerTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...accountTables(types),
  ...spendingTables(types),
  ...usageTables(types),
]
