import type { Channel } from '../../channels/channels.js'
import type { AppId, ChallengeId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** Wrong codes until a challenge is locked (docs/contract#otp-challenges). */
export const MAX_ATTEMPTS_AT_CODE = 5

/** How long a code is good where its send does not say (docs/contract#otp-request). */
export const USUAL_CHALLENGE_MS = 5 * MINUTE_MS

/** The longest that a challenge waits (docs/contract#otp-request): so long its digest is compared. */
export const LONGEST_CHALLENGE_MS = 15 * MINUTE_MS

/**
 * Where a challenge stands in storage; that it is over is told by its time alone (docs/contract#otp-challenges).
 */
export type ChallengeState = 'PENDING' | 'VERIFIED' | 'LOCKED' | 'SUPERSEDED'

/** A one-time passcode that somebody may still prove to have got; of the code only a keyed hash is kept. */
export interface Challenge {
  /** The accepted message that carries the code; the challenge's own id spells the same number. */
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  /** {@link destinationDigest} of the recipient. */
  readonly destination: Digest
  /** The first digits of the number, by which toll fraud shows; see {@link destinationPrefix}. */
  readonly prefix: string
  /** Keyed hash of the challenge and its code. */
  readonly mac: Digest
  /** How many codes were offered so far; counted before each is compared. */
  readonly attempts: number
  readonly state: ChallengeState
  readonly createdAtMs: EpochMs
  /** From this moment on no code succeeds, and the message is not sent any more. */
  readonly expiresAtMs: EpochMs
  readonly verifiedAtMs: EpochMs | undefined
  /** The idempotency identity of the verify that succeeded, if it had a key. */
  readonly verifiedUnder: Digest | undefined
}

/** The challenge that is bound to a message: one number under two names, so that neither needs to be looked up. */
export const challengeIdOf = (messageId: MessageId): ChallengeId => `otp_${messageId.slice(4)}`

/** The message a challenge is bound to. */
export const messageIdOf = (challengeId: ChallengeId): MessageId => `msg_${challengeId.slice(4)}`
