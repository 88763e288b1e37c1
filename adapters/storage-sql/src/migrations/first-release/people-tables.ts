import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Who can sign in, and what each may do where. */
const userTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'users',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, email ${t.name(320)} NOT NULL, email_key ${t.name(320)} NOT NULL,
      display_name ${t.text} NOT NULL, password_hash ${t.text}, status ${t.word} NOT NULL,
      created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL`,
    uniques: { by_email: 'email_key' },
  },
  {
    name: 'super_admins',
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, permissions ${t.text} NOT NULL,
      sealed_totp_secret ${t.text} NOT NULL, last_totp_step ${t.integer} NOT NULL,
      recovery_verifiers ${t.text} NOT NULL, created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL`,
  },
  {
    name: 'members',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL, user_id ${t.id} NOT NULL, role ${t.word} NOT NULL,
      created_at ${t.integer} NOT NULL, PRIMARY KEY (organization_id, user_id)`,
    indexes: { of_user: 'user_id, organization_id' },
  },
  {
    name: 'invitations',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, email ${t.name(320)} NOT NULL,
      email_key ${t.name(320)} NOT NULL, role ${t.word} NOT NULL, status ${t.word} NOT NULL, verifier ${t.digest},
      invited_by ${t.id} NOT NULL, created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
    indexes: { of_organization: 'organization_id, status, id' },
  },
]

/** What lets somebody in, and what keeps strangers from trying without end. */
const accessTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'sessions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, user_id ${t.id} NOT NULL, generation ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, rotated_at ${t.integer} NOT NULL, idle_until ${t.integer} NOT NULL,
      until_at ${t.integer} NOT NULL, ended_at ${t.integer}, ended_by ${t.word}, over_at ${t.integer} NOT NULL,
      CONSTRAINT session_ends_for_a_reason CHECK ((ended_at IS NULL) = (ended_by IS NULL))`,
    indexes: { of_user: 'user_id, over_at', by_end: 'over_at' },
  },
  {
    name: 'session_tokens',
    byKey: true,
    columns: `verifier ${t.digest} NOT NULL PRIMARY KEY, session_id ${t.id} NOT NULL, kind ${t.word} NOT NULL,
      generation ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
    indexes: { of_session: 'session_id', by_end: 'expires_at' },
  },
  {
    name: 'recoveries',
    byKey: true,
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, verifier ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
    indexes: { by_end: 'expires_at' },
  },
  {
    name: 'enrolments',
    byKey: true,
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, permissions ${t.text} NOT NULL, verifier ${t.digest},
      created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
  },
  {
    name: 'throttles',
    byKey: true,
    columns: `throttle_key ${t.digest} NOT NULL PRIMARY KEY, failures ${t.integer} NOT NULL,
      since_at ${t.integer} NOT NULL, blocked_until ${t.integer} NOT NULL, familiar_until ${t.integer} NOT NULL,
      idle_at ${t.integer} NOT NULL, CONSTRAINT failures_not_negative CHECK (failures >= 0)`,
    indexes: { by_end: 'idle_at' },
  },
]

/** What is remembered of acts: once each, and in chains that nobody mends unseen. */
const actTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'operation_results',
    columns: `result_key ${t.id} NOT NULL PRIMARY KEY, material ${t.digest} NOT NULL, result ${t.long} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'created_at' },
  },
  {
    name: 'audit_log',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, chain ${t.id} NOT NULL, seq ${t.integer} NOT NULL,
      actor_kind ${t.word} NOT NULL, actor_id ${t.name(128)} NOT NULL, credential_id ${t.name(128)},
      action ${t.name(128)} NOT NULL, target ${t.text} NOT NULL, outcome ${t.word} NOT NULL, reason ${t.text},
      request_id ${t.text}, client_address ${t.text}, at ${t.integer} NOT NULL, details ${t.long} NOT NULL,
      digest ${t.digest} NOT NULL, key_id ${t.name(64)}, CONSTRAINT chain_begins_at_one CHECK (seq >= 1)`,
    uniques: { by_chain: 'chain, seq' },
    indexes: { of_target: t.start('target'), in_time: 'chain, id' },
  },
  {
    name: 'audit_chains',
    byKey: true,
    columns: `chain ${t.id} NOT NULL PRIMARY KEY, seq ${t.integer} NOT NULL, digest ${t.digest} NOT NULL,
      key_id ${t.name(64)}, CONSTRAINT chain_grows CHECK (seq >= 0)`,
  },
]

/** The tables of people, their sessions and their acts. */
export const peopleTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...userTables(types),
  ...accessTables(types),
  ...actTables(types),
]
