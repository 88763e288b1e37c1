import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** OTPs: challenges, and the counts of velocity limits and the SMS-pumping guard. */
export const otpTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'otp_challenges',
    byKey: true,
    columns: `message_id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL,
      channel ${t.word} NOT NULL, destination ${t.id} NOT NULL, prefix ${t.name(16)} NOT NULL,
      mac ${t.digest} NOT NULL, attempts ${t.integer} NOT NULL, state ${t.word} NOT NULL,
      created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL, verified_at ${t.integer},
      verified_under ${t.id}, CONSTRAINT attempts_bounded CHECK (attempts >= 0 AND attempts <= 5)`,
    indexes: { by_destination: 'destination, created_at' },
  },
  {
    // Rows that only serve as locks: OTPs to one destination are accepted one after another.
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
    // A verification of an unknown or expired challenge writes here what others write to their challenge.
    name: 'otp_decoys',
    byKey: true,
    columns: `slot ${t.small} NOT NULL PRIMARY KEY, offers ${t.integer} NOT NULL`,
  },
]
