import type { Digest } from '../digests/digest.js'
import type { SessionId, UserId } from '../ids/id.js'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../time/epoch-ms.js'

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

const IDLE_MS = 30 * MINUTE_MS
const WHOLE_MS = 12 * HOUR_MS
/** How long what was written of somebody's activity is near enough. */
const SEEN_FOR_MS = MINUTE_MS

/** Who signs in, by what, and where from. */
export type CookieSessionOrigin = Pick<
  CookieSession,
  'sessionId' | 'verifier' | 'userId' | 'passwordDigest' | 'clientAddress'
>

/** A session that begins. */
export const startCookieSession = (start: CookieSessionOrigin, nowMs: EpochMs): CookieSession => ({
  ...start,
  createdAtMs: nowMs,
  seenAtMs: nowMs,
  untilMs: nowMs + WHOLE_MS,
})

/** When the session ends if nobody acts any more (docs/contract#sessions-of-super-admins). */
export const cookieSessionEndMs = ({
  seenAtMs,
  untilMs,
}: Pick<CookieSession, 'seenAtMs' | 'untilMs'>): EpochMs => Math.min(seenAtMs + IDLE_MS, untilMs)

/** Whether the session has ended by itself. */
export const isCookieSessionOver = (
  session: Pick<CookieSession, 'seenAtMs' | 'untilMs'>,
  nowMs: EpochMs,
): boolean => nowMs >= cookieSessionEndMs(session)

/** Whether activity at this moment is to be written. */
export const isSeenLongAgo = ({ seenAtMs }: Pick<CookieSession, 'seenAtMs'>, nowMs: EpochMs): boolean =>
  nowMs - seenAtMs >= SEEN_FOR_MS
