import type { Channel } from '../../channels/channels.js'
import type { AppId, ChallengeId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** The number of wrong codes after which a challenge is locked (docs/api/otp#otp-challenges). */
export const MAX_ATTEMPTS_AT_CODE = 5

/** How long a code is valid by default (docs/api/otp#otp-request). */
export const USUAL_CHALLENGE_MS = 5 * MINUTE_MS

/** The maximum lifetime of a challenge (docs/api/otp#otp-request); until then its digest is compared. */
export const LONGEST_CHALLENGE_MS = 15 * MINUTE_MS

/**
 * The state of a challenge. Expiry isn't a state; it follows from the time (docs/api/otp#otp-challenges).
 * `SUPERSEDED` isn't stored either: it follows from messages and newer challenges ({@link asSuperseded}).
 */
export type ChallengeState = 'PENDING' | 'VERIFIED' | 'LOCKED' | 'SUPERSEDED'

/** A one-time passcode that waits for verification; only a keyed hash of the code is stored. */
export interface Challenge {
  /** The accepted message that carries the code; the challenge's ID contains the same number. */
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  /** {@link destinationDigest} of the recipient. */
  readonly destination: Digest
  /** The first digits of the number, by which SMS pumping is detected; see {@link destinationPrefix}. */
  readonly prefix: string
  /** Keyed hash of the challenge and its code. */
  readonly mac: Digest
  /** The number of codes tried so far; each is counted before it is compared. */
  readonly attempts: number
  readonly state: ChallengeState
  readonly createdAtMs: EpochMs
  /** From this time on no code succeeds, and the message isn't sent. */
  readonly expiresAtMs: EpochMs
  readonly verifiedAtMs: EpochMs | undefined
  /** The idempotency identity of the successful verify, if it had a key. */
  readonly verifiedUnder: Digest | undefined
}

/**
 * The states of a message whose code was submitted: it supersedes earlier codes
 * (docs/api/otp#otp-challenges).
 */
export const CODE_SENT_STATES = ['SUBMITTED', 'DELIVERED', 'READ'] as const satisfies readonly MessageState[]

/**
 * The states of a message whose code was never submitted, unless its outcome is unknown: it doesn't count
 * (docs/api/otp#otp-velocity), and its code never succeeds. Otherwise refused sends would allow unlimited
 * guesses.
 */
export const CODE_UNSENT_STATES = [
  'FAILED',
  'EXPIRED',
  'CANCELLED',
] as const satisfies readonly MessageState[]

/** The failure code of a message in one of these states whose code may have left nevertheless. */
export const CODE_MAY_HAVE_LEFT = 'outcome_unknown' satisfies FailureCode

/**
 * The challenge after a newer code to the same app, channel and destination was submitted or verified, or
 * after its own message ended without its code having left. A used one stays used, so that its verification
 * can be repeated.
 */
export const asSuperseded = (challenge: Challenge): Challenge =>
  challenge.state === 'VERIFIED' ? challenge : { ...challenge, state: 'SUPERSEDED' }

/** The challenge of a message: both IDs contain the same number, so no lookup is needed. */
export const challengeIdOf = (messageId: MessageId): ChallengeId => `otp_${messageId.slice(4)}`

/** The message of a challenge. */
export const messageIdOf = (challengeId: ChallengeId): MessageId => `msg_${challengeId.slice(4)}`
