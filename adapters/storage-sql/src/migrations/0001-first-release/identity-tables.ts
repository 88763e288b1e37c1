import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Users and their roles. */
const peopleTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'users',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, email ${t.name(320)} NOT NULL, email_key ${t.name(320)} NOT NULL,
      display_name ${t.text} NOT NULL, password_hash ${t.text}, status ${t.word} NOT NULL,
      created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL, known_devices ${t.text}`,
    uniques: { by_email: 'email_key' },
  },
  {
    name: 'super_admins',
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, permissions ${t.text} NOT NULL, sealed_totp_secret ${t.text} NOT NULL,
      last_totp_step ${t.integer} NOT NULL, recovery_verifiers ${t.text} NOT NULL, created_at ${t.integer} NOT NULL,
      version ${t.integer} NOT NULL`,
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
    indexes: { of_organization: 'organization_id, status, id', of_address: 'email_key, status, id' },
  },
  {
    name: 'second_factors',
    byKey: true,
    columns: `user_id ${t.id} NOT NULL PRIMARY KEY, sealed_totp_secret ${t.text} NOT NULL,
      last_totp_step ${t.integer} NOT NULL, recovery_verifiers ${t.text} NOT NULL, created_at ${t.integer} NOT NULL`,
  },
]

const sessionTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'sessions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, user_id ${t.id} NOT NULL, generation ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, rotated_at ${t.integer} NOT NULL, idle_until ${t.integer} NOT NULL,
      until_at ${t.integer} NOT NULL, ended_at ${t.integer}, ended_by ${t.word}, over_at ${t.integer} NOT NULL,
      confirmed_at ${t.integer}, CONSTRAINT session_ends_for_a_reason CHECK ((ended_at IS NULL) = (ended_by IS NULL))`,
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
    name: 'operator_sessions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, verifier ${t.digest} NOT NULL, user_id ${t.id} NOT NULL,
      password_digest ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL, confirmed_at ${t.integer} NOT NULL,
      seen_at ${t.integer} NOT NULL, until_at ${t.integer} NOT NULL, client_address ${t.text},
      over_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
    indexes: { of_user: 'user_id, over_at', by_end: 'over_at' },
  },
  {
    name: 'person_sessions',
    byKey: true,
    columns: `id ${t.id} NOT NULL PRIMARY KEY, verifier ${t.digest} NOT NULL, user_id ${t.id} NOT NULL,
      password_digest ${t.digest} NOT NULL, created_at ${t.integer} NOT NULL, seen_at ${t.integer} NOT NULL,
      until_at ${t.integer} NOT NULL, client_address ${t.text}, over_at ${t.integer} NOT NULL,
      confirmed_at ${t.integer}`,
    uniques: { by_verifier: 'verifier' },
    indexes: { of_user: 'user_id, over_at', by_end: 'over_at' },
  },
  {
    name: 'session_tickets',
    byKey: true,
    columns: `verifier ${t.digest} NOT NULL PRIMARY KEY, session_id ${t.id} NOT NULL, web_origin ${t.text} NOT NULL,
      expires_at ${t.integer} NOT NULL`,
    indexes: { by_end: 'expires_at' },
  },
]

/** Links by email, and limits on the attempts of strangers. */
const entryTables = (t: ColumnTypes): readonly TableDefinition[] => [
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
    name: 'sign_ups',
    byKey: true,
    columns: `email_key ${t.name(320)} NOT NULL PRIMARY KEY, email ${t.name(320)} NOT NULL, verifier ${t.digest},
      invited_by ${t.id}, created_at ${t.integer} NOT NULL, expires_at ${t.integer} NOT NULL`,
    uniques: { by_verifier: 'verifier' },
    indexes: { by_end: 'expires_at' },
  },
  {
    name: 'throttles',
    byKey: true,
    columns: `throttle_key ${t.digest} NOT NULL PRIMARY KEY, failures ${t.integer} NOT NULL, since_at ${t.integer} NOT NULL,
      blocked_until ${t.integer} NOT NULL, familiar_until ${t.integer} NOT NULL, idle_at ${t.integer} NOT NULL,
      CONSTRAINT failures_not_negative CHECK (failures >= 0)`,
    indexes: { by_end: 'idle_at' },
  },
]

/** Agents, and the emails of the service. */
const agentTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'agent_keys',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, organization_id ${t.id}, sponsor_id ${t.id} NOT NULL,
      selector ${t.name(16)} NOT NULL, verifier ${t.digest} NOT NULL, allowlist ${t.text} NOT NULL,
      label ${t.text} NOT NULL, created_at ${t.integer} NOT NULL, expires_at ${t.integer}, revoked_at ${t.integer},
      spent_at ${t.integer}, confirmed_at ${t.integer},
      CONSTRAINT customer_keys_have_an_organization CHECK ((kind = 'customer') = (organization_id IS NOT NULL))`,
    uniques: { by_selector: 'selector' },
    indexes: { of_organization: 'organization_id, id', of_sponsor: 'sponsor_id, id' },
  },
  {
    // Separate from the keys, which every call reads: recording a use changes nothing that is versioned by
    // the epoch.
    name: 'agent_key_uses',
    byKey: true,
    columns: `agent_key_id ${t.id} NOT NULL PRIMARY KEY, used_at ${t.integer} NOT NULL`,
  },
  {
    name: 'mail_jobs',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, sealed ${t.long} NOT NULL,
      created_at ${t.integer} NOT NULL, due_at ${t.integer} NOT NULL, attempts ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL, CONSTRAINT mail_attempts_not_negative CHECK (attempts >= 0)`,
    indexes: { by_time: 'due_at, id' },
  },
]

/** Users, their sessions and their roles. */
export const identityTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...peopleTables(types),
  ...sessionTables(types),
  ...entryTables(types),
  ...agentTables(types),
]
