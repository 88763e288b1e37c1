import type { Digest } from '../../../kernel/digests/digest.js'
import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** A session of somebody who sits at a browser, whose token is in a cookie: it is not renewed, and ends where nobody acts. */
export interface CookieSession {
  readonly sessionId: SessionId
  /** Of the token. */
  readonly verifier: Digest
  readonly userId: UserId
  /** Of the password's hash as it was at the sign-in: with another password the session is over. */
  readonly passwordDigest: Digest
  readonly createdAtMs: EpochMs
  /** When a person made a call last, as far as it was written: it is written once a minute at most. */
  readonly seenAtMs: EpochMs
  /** The end, however active somebody is. */
  readonly untilMs: EpochMs
  /** The address that the sign-in came from; undefined: it is not known. */
  readonly clientAddress: string | undefined
}

/** How long sessions of a kind last. */
export interface CookieSessionLimits {
  /** Where nobody acts. */
  readonly idleMs: number
  /** In all, however active somebody is. */
  readonly wholeMs: number
}

/** How long what was written of somebody's activity is near enough. */
const SEEN_FOR_MS = MINUTE_MS

/** Who signs in, by what, and where from. */
export type CookieSessionOrigin = Pick<
  CookieSession,
  'sessionId' | 'verifier' | 'userId' | 'passwordDigest' | 'clientAddress'
>

/** A session that begins. */
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

/** When the session ends if nobody acts any more. */
export const cookieSessionEndMs = (
  { seenAtMs, untilMs }: Pick<CookieSession, 'seenAtMs' | 'untilMs'>,
  { idleMs }: CookieSessionLimits,
): EpochMs => Math.min(seenAtMs + idleMs, untilMs)

/** Whether activity at this moment is to be written. */
export const isSeenLongAgo = ({ seenAtMs }: Pick<CookieSession, 'seenAtMs'>, nowMs: EpochMs): boolean =>
  nowMs - seenAtMs >= SEEN_FOR_MS
