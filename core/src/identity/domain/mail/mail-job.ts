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
  | 'agent_key_made'
  | 'low_balance'
  | 'super_admin_enrolment'

/** A mail that waits in storage until a mail server takes it. */
export interface MailJob {
  /** 32 hex digits; the mail's id in every attempt. */
  readonly mailJobId: string
  readonly kind: MailKind
  /** Sealed by the key ring: the address and what the mail says, as JSON. */
  readonly sealed: string
  readonly createdAtMs: EpochMs
  readonly dueAtMs: EpochMs
  /** How many were begun and have ended. */
  readonly attempts: number
  /** From then on the mail is of no use, and is not sent. */
  readonly expiresAtMs: EpochMs
}

// A link is worth a mail for as long as it works (docs/contract#password-recovery, docs/contract#signing-up,
// docs/contract#invitations), a notice for as long as it is news.
const VALIDITY_MS: Readonly<Record<MailKind, number>> = {
  recovery: 30 * MINUTE_MS,
  sign_up: DAY_MS,
  customer_invitation: 7 * DAY_MS,
  invitation: 7 * DAY_MS,
  password_changed: 2 * DAY_MS,
  sessions_ended: 2 * DAY_MS,
  sign_in_blocked: DAY_MS,
  second_factor_changed: 2 * DAY_MS,
  agent_key_made: 2 * DAY_MS,
  low_balance: DAY_MS,
  super_admin_enrolment: 7 * DAY_MS,
}

/**
 * When an email counts against the quotas of its address (docs/contract#quotas). An email that strangers can ask for
 * counts when it is sent, because only then is it known whether the address has an account. A notice reports what
 * happened to an account; it counts apart, so that a stranger can't suppress it by requesting other emails. Strangers can cause
 * a block, so notices of blocks count apart from other notices. A balance that falls again and again must not use up the
 * quota of security notices, so notices of balances count apart too.
 */
export const MAIL_COUNTING: Readonly<
  Record<
    MailKind,
    'when ordered' | 'when sent' | 'as notice' | 'as notice of a block' | 'as notice of a balance'
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
  sessions_ended: 'as notice',
  sign_in_blocked: 'as notice of a block',
}

const SHORTEST_WAIT_MS = 10 * SECOND_MS
const LONGEST_WAIT_MS = 15 * MINUTE_MS

/** A mail that is due at once. */
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

/** Whether the mail is still of use; to be asked before every attempt. */
export const isWorthSending = ({ expiresAtMs }: MailJob, nowMs: EpochMs): boolean => nowMs < expiresAtMs

/** What became of an attempt; `refused`: for good, and tried no more. */
export type MailOutcome = 'sent' | 'refused' | 'later'

/** What is done with a mail after an attempt: all but `Again` take it out of storage. */
export type AfterAttempt =
  | { readonly _tag: 'Done' }
  /** A mail server refused it for good. */
  | { readonly _tag: 'Dropped' }
  /** The mail as it waits for its next attempt. */
  | { readonly _tag: 'Again'; readonly job: MailJob }
  | { readonly _tag: 'Expired' }

const waitMs = (attempts: number): number => Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (attempts - 1))

/**
 * What an attempt that ended at `nowMs` leaves to be done. Between attempts there are 10 s, then twice as long each
 * time, up to 15 min. A mail whose next attempt would come after its time has expired already.
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
