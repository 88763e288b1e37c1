import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

export type MailKind =
  | 'recovery'
  | 'sign_up'
  | 'customer_invitation'
  | 'invitation'
  | 'password_changed'
  | 'sessions_ended'
  | 'sign_in_blocked'
  | 'second_factor_changed'
  | 'new_device'
  | 'agent_key_made'
  | 'low_balance'
  | 'webhook_failing'
  | 'webhook_disabled'
  | 'super_admin_enrolment'

/** An email that waits in storage until a mail server accepts it. */
export interface MailJob {
  /** 32 hex digits; the email's id in every attempt. */
  readonly mailJobId: string
  readonly kind: MailKind
  /** The address and content of the email as JSON, sealed by the key ring. */
  readonly sealed: string
  readonly createdAtMs: EpochMs
  readonly dueAtMs: EpochMs
  /** How many attempts have started and ended. */
  readonly attempts: number
  /** The email is useless after this moment, and isn't sent. */
  readonly expiresAtMs: EpochMs
}

// An email with a link is useful for as long as the link is valid (docs/api/sign-in#password-recovery,
// docs/api/sign-in#signing-up, docs/api/access#invitations), a notice for as long as it is news.
const VALIDITY_MS: Readonly<Record<MailKind, number>> = {
  recovery: 30 * MINUTE_MS,
  sign_up: DAY_MS,
  customer_invitation: 7 * DAY_MS,
  invitation: 7 * DAY_MS,
  password_changed: 2 * DAY_MS,
  sessions_ended: 2 * DAY_MS,
  sign_in_blocked: DAY_MS,
  second_factor_changed: 2 * DAY_MS,
  new_device: 2 * DAY_MS,
  agent_key_made: 2 * DAY_MS,
  low_balance: DAY_MS,
  webhook_failing: DAY_MS,
  webhook_disabled: 2 * DAY_MS,
  super_admin_enrolment: 7 * DAY_MS,
}

/**
 * When an email counts against the quotas of its address (docs/api/limits#quotas). An email that strangers
 * can ask for counts when it is sent, because only then is it known whether the address has an account. A
 * notice reports what happened to an account; it counts apart, so that a stranger can't suppress it by
 * requesting other emails. Strangers can cause a block, so notices of blocks count apart from other notices.
 * Whoever knows a password could cause many notices of new devices, so they count apart too.
 * A balance that falls again and again must not use up the quota of security notices, nor must an endpoint that
 * fails. Notices of balances and of webhooks therefore count apart too.
 */
export const MAIL_COUNTING: Readonly<
  Record<
    MailKind,
    | 'when ordered'
    | 'when sent'
    | 'as notice'
    | 'as notice of a block'
    | 'as notice of a device'
    | 'as notice of a balance'
    | 'as notice of a webhook'
  >
> = {
  recovery: 'when sent',
  sign_up: 'when sent',
  customer_invitation: 'when ordered',
  invitation: 'when ordered',
  super_admin_enrolment: 'when ordered',
  password_changed: 'as notice',
  second_factor_changed: 'as notice',
  agent_key_made: 'as notice',
  low_balance: 'as notice of a balance',
  webhook_failing: 'as notice of a webhook',
  webhook_disabled: 'as notice of a webhook',
  sessions_ended: 'as notice',
  sign_in_blocked: 'as notice of a block',
  new_device: 'as notice of a device',
}

const SHORTEST_WAIT_MS = 10 * SECOND_MS
const LONGEST_WAIT_MS = 15 * MINUTE_MS

/** Creates an email that is due immediately. */
export const newMailJob = (
  { mailJobId, kind, sealed }: Pick<MailJob, 'mailJobId' | 'kind' | 'sealed'>,
  nowMs: EpochMs,
): MailJob => ({
  mailJobId,
  kind,
  sealed,
  createdAtMs: nowMs,
  dueAtMs: nowMs,
  attempts: 0,
  expiresAtMs: nowMs + VALIDITY_MS[kind],
})

/** Whether the email is still useful; check it before every attempt. */
export const isWorthSending = ({ expiresAtMs }: MailJob, nowMs: EpochMs): boolean => nowMs < expiresAtMs

/** The outcome of an attempt; `refused`: permanently, without further attempts. */
export type MailOutcome = 'sent' | 'refused' | 'later'

/** The next step for an email after an attempt: all except `Again` remove it from storage. */
export type AfterAttempt =
  | { readonly _tag: 'Done' }
  /** A mail server refused it permanently. */
  | { readonly _tag: 'Dropped' }
  /** The email as it waits for its next attempt. */
  | { readonly _tag: 'Again'; readonly job: MailJob }
  | { readonly _tag: 'Expired' }

const waitMs = (attempts: number): number => Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (attempts - 1))

/**
 * Decides what follows an attempt that ended at `nowMs`. The pause between attempts is 10 s, then twice as
 * long each time, up to 15 min. An email expires if its next attempt would come too late.
 */
export const afterAttempt = (job: MailJob, outcome: MailOutcome, nowMs: EpochMs): AfterAttempt => {
  if (outcome === 'sent') return { _tag: 'Done' }
  if (outcome === 'refused') return { _tag: 'Dropped' }
  const attempts = job.attempts + 1
  const dueAtMs = nowMs + waitMs(attempts)
  return isWorthSending(job, dueAtMs)
    ? { _tag: 'Again', job: { ...job, attempts, dueAtMs } }
    : { _tag: 'Expired' }
}
