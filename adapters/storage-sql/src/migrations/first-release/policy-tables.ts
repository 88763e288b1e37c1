import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** OTPs: challenges, and what velocity limits and the toll-fraud breaker count. */
const otpTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'otp_challenges',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
      channel ${t.word} NOT NULL, destination ${t.id} NOT NULL, prefix ${t.name(16)} NOT NULL, mac ${t.digest} NOT NULL,
      attempts ${t.integer} NOT NULL, state ${t.word} NOT NULL, created_at ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL, verified_at ${t.integer}, verified_under ${t.id},
      CONSTRAINT attempts_bounded CHECK (attempts >= 0 AND attempts <= 5)`,
    indexes: { by_destination: 'destination, created_at' },
  },
  {
    // Only a row to lock: OTPs to one destination are accepted one after another.
    name: 'otp_destinations',
    byKey: true,
    columns: `destination ${t.id} NOT NULL PRIMARY KEY`,
  },
  {
    name: 'otp_prefix_counts',
    byKey: true,
    columns: `app_id ${t.id} NOT NULL, prefix ${t.name(16)} NOT NULL, slice ${t.integer} NOT NULL,
      sends ${t.integer} NOT NULL, verified ${t.integer} NOT NULL, PRIMARY KEY (app_id, prefix, slice)`,
    indexes: { by_slice: 'slice' },
  },
  {
    name: 'otp_prefix_blocks',
    byKey: true,
    columns: `app_id ${t.id} NOT NULL, prefix ${t.name(16)} NOT NULL, blocked_at ${t.integer} NOT NULL,
      until_at ${t.integer} NOT NULL, sends ${t.integer} NOT NULL, verified ${t.integer} NOT NULL,
      lifted_at ${t.integer}, PRIMARY KEY (app_id, prefix)`,
    indexes: { by_time: 'blocked_at' },
  },
  {
    // An offer for a challenge that is unknown or over writes here what another would write there.
    name: 'otp_decoys',
    byKey: true,
    columns: `slot ${t.small} NOT NULL PRIMARY KEY, offers ${t.integer} NOT NULL`,
  },
]

/** What an Organization may spend, and whom it sends nothing to. */
const spendingTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'budgets',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, scope ${t.text} NOT NULL,
      period ${t.word} NOT NULL, currency ${t.name(8)} NOT NULL, limit_amount ${t.integer} NOT NULL,
      action ${t.word} NOT NULL, alert_percents ${t.text} NOT NULL, version ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id' },
  },
  {
    name: 'budget_uses',
    byKey: true,
    columns: `budget_id ${t.id} NOT NULL, period_start ${t.integer} NOT NULL, used ${t.integer} NOT NULL,
      alerted_percent ${t.integer} NOT NULL, PRIMARY KEY (budget_id, period_start),
      CONSTRAINT used_not_negative CHECK (used >= 0)`,
  },
  {
    name: 'suppressions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, recipient ${t.id} NOT NULL,
      source ${t.word} NOT NULL, scope ${t.word} NOT NULL, masked_to ${t.text} NOT NULL, reason ${t.text} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id, id' },
    uniques: { by_slot: 'organization_id, recipient, source' },
  },
  {
    name: 'blocked_destinations',
    columns: `prefix ${t.name(16)} NOT NULL PRIMARY KEY, created_at ${t.integer} NOT NULL`,
  },
  {
    name: 'rate_buckets',
    byKey: true,
    columns: `bucket_key ${t.id} NOT NULL PRIMARY KEY, milli_tokens ${t.integer} NOT NULL, at ${t.integer} NOT NULL`,
    indexes: { by_age: 'at' },
  },
]

/** What is remembered of batches. */
const batchTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'batch_receipts',
    byKey: true,
    columns: `receipt_key ${t.id} NOT NULL PRIMARY KEY, material ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'created_at' },
  },
]

/** The tables of batches, OTPs, limits and policies. */
export const policyTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...otpTables(types),
  ...spendingTables(types),
  ...batchTables(types),
]
