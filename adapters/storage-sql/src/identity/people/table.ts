import type { Enrolment } from '@postrider/core/identity/domain/people/enrolment'
import type { Invitation, Member } from '@postrider/core/identity/domain/people/member'
import type { Recovery } from '@postrider/core/identity/domain/people/recovery'
import type { Session, TokenRecord } from '@postrider/core/identity/domain/people/session'
import type { SignUp } from '@postrider/core/identity/domain/people/sign-up'
import type { Throttle } from '@postrider/core/limits/domain/throttle'
import type { SecondFactor } from '@postrider/core/identity/domain/people/second-factor'
import type { SuperAdmin, User } from '@postrider/core/identity/domain/people/user'
import {
  aDigest,
  aDigestOrNone,
  aText,
  aTextOrNone,
  aValue,
  anId,
  anInteger,
  anIntegerOrNone,
  anIdOrNone,
} from '../../rows/column.js'
import type { RecordFields } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'

export const users = recordTable<User>('users', {
  userId: anId('usr', 'id'),
  email: aText('email'),
  emailKey: aText('email_key'),
  displayName: aText('display_name'),
  passwordHash: aTextOrNone('password_hash'),
  status: aText('status'),
  createdAtMs: anInteger('created_at'),
  version: anInteger('version'),
})

const FACTOR_FIELDS = {
  userId: anId('usr', 'user_id'),
  sealedTotpSecret: aText('sealed_totp_secret'),
  lastTotpStep: anInteger('last_totp_step'),
  recoveryVerifiers: aValue('recovery_verifiers'),
  createdAtMs: anInteger('created_at'),
} as const satisfies RecordFields<SecondFactor>

export const secondFactors = recordTable<SecondFactor>('second_factors', FACTOR_FIELDS)

export const superAdmins = recordTable<SuperAdmin>('super_admins', {
  ...FACTOR_FIELDS,
  permissions: aValue('permissions'),
  version: anInteger('version'),
})

export const members = recordTable<Member>('members', {
  organizationId: anId('org', 'organization_id'),
  userId: anId('usr', 'user_id'),
  role: aText('role'),
  createdAtMs: anInteger('created_at'),
})

export const invitations = recordTable<Invitation>('invitations', {
  invitationId: anId('inv', 'id'),
  organizationId: anId('org', 'organization_id'),
  email: aText('email'),
  emailKey: aText('email_key'),
  role: aText('role'),
  status: aText('status'),
  verifier: aDigestOrNone('verifier'),
  invitedBy: anId('usr', 'invited_by'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
})

/** The time from which a session can't be used. */
const overAtMs = ({ endedAtMs, idleUntilMs, untilMs }: Session): number =>
  Math.min(endedAtMs ?? untilMs, idleUntilMs, untilMs)

export const sessions = recordTable<Session>(
  'sessions',
  {
    sessionId: anId('ses', 'id'),
    userId: anId('usr', 'user_id'),
    generation: anInteger('generation'),
    createdAtMs: anInteger('created_at'),
    rotatedAtMs: anInteger('rotated_at'),
    idleUntilMs: anInteger('idle_until'),
    untilMs: anInteger('until_at'),
    endedAtMs: anIntegerOrNone('ended_at'),
    endedBy: aTextOrNone('ended_by'),
    confirmedAtMs: anIntegerOrNone('confirmed_at'),
  },
  { derived: { over_at: { write: overAtMs } } },
)

export const sessionTokens = recordTable<TokenRecord>('session_tokens', {
  verifier: aDigest('verifier'),
  sessionId: anId('ses', 'session_id'),
  kind: aText('kind'),
  generation: anInteger('generation'),
  expiresAtMs: anInteger('expires_at'),
})

export const recoveries = recordTable<Recovery>('recoveries', {
  userId: anId('usr', 'user_id'),
  verifier: aDigest('verifier'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
})

export const signUps = recordTable<SignUp>('sign_ups', {
  emailKey: aText('email_key'),
  email: aText('email'),
  verifier: aDigestOrNone('verifier'),
  invitedBy: anIdOrNone('usr', 'invited_by'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
})

export const enrolments = recordTable<Enrolment>('enrolments', {
  userId: anId('usr', 'user_id'),
  permissions: aValue('permissions'),
  verifier: aDigestOrNone('verifier'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
})

/** The time from which nothing is counted, neither failures nor known origins. */
const idleAtMs = ({ sinceMs, blockedUntilMs, familiarUntilMs }: Throttle): number =>
  Math.max(sinceMs, blockedUntilMs, familiarUntilMs)

export const throttles = recordTable<Throttle>(
  'throttles',
  {
    key: aDigest('throttle_key'),
    failures: anInteger('failures'),
    sinceMs: anInteger('since_at'),
    blockedUntilMs: anInteger('blocked_until'),
    familiarUntilMs: anInteger('familiar_until'),
  },
  { derived: { idle_at: { write: idleAtMs } } },
)
