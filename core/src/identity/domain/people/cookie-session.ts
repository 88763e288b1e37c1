import type { Digest } from '../../../kernel/digests/digest.js'
import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * A browser session whose token is in a cookie: it isn't renewed, and ends after a period without activity.
 */
export interface CookieSession {
  readonly sessionId: SessionId
  /** The digest of the token. */
  readonly verifier: Digest
  readonly userId: UserId
  /** A digest of the password's hash at the sign-in: after a password change the session is invalid. */
  readonly passwordDigest: Digest
  readonly createdAtMs: EpochMs
  /** When the person last made a call; updated at most once a minute. */
  readonly seenAtMs: EpochMs
  /** The end of the session, even with activity. */
  readonly untilMs: EpochMs
  /** The address that the sign-in came from; undefined: unknown. */
  readonly clientAddress: string | undefined
}

/** How long sessions of a kind last. */
export interface CookieSessionLimits {
  /** Without activity. */
  readonly idleMs: number
  /** In total, even with activity. */
  readonly wholeMs: number
}

/** How old the stored time of the last activity may get. */
const SEEN_FOR_MS = MINUTE_MS

/** The user, token and origin of a new session. */
export type CookieSessionOrigin = Pick<
  CookieSession,
  'sessionId' | 'verifier' | 'userId' | 'passwordDigest' | 'clientAddress'
>

/** Starts a session. */
export const startCookieSession = (
  start: CookieSessionOrigin,
  { wholeMs }: CookieSessionLimits,
  nowMs: EpochMs,
): CookieSession => ({
  ...start,
  createdAtMs: nowMs,
  seenAtMs: nowMs,
  untilMs: nowMs + wholeMs,
})

/** When the session ends if there is no further activity. */
export const cookieSessionEndMs = (
  { seenAtMs, untilMs }: Pick<CookieSession, 'seenAtMs' | 'untilMs'>,
  { idleMs }: CookieSessionLimits,
): EpochMs => Math.min(seenAtMs + idleMs, untilMs)

/** Whether activity at this moment must be written. */
export const isSeenLongAgo = ({ seenAtMs }: Pick<CookieSession, 'seenAtMs'>, nowMs: EpochMs): boolean =>
  nowMs - seenAtMs >= SEEN_FOR_MS
