import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import {
  type CookieSession,
  cookieSessionEndMs,
  type CookieSessionLimits,
  type CookieSessionOrigin,
  startCookieSession,
} from './cookie-session.js'

/**
 * A super admin's session at the console: it is stored, shared by all processes, and ends in all of them
 * (docs/decisions/0047).
 */
export interface OperatorSession extends CookieSession {
  /** When a code of the second factor was last accepted. */
  readonly confirmedAtMs: EpochMs
}

const LIMITS: CookieSessionLimits = { idleMs: 30 * MINUTE_MS, wholeMs: 12 * HOUR_MS }

/** Starts a session with a code that was accepted at this moment. */
export const startOperatorSession = (start: CookieSessionOrigin, nowMs: EpochMs): OperatorSession => ({
  ...startCookieSession(start, LIMITS, nowMs),
  confirmedAtMs: nowMs,
})

/** When the session ends if there is no further activity (docs/api/sign-in#sessions-of-super-admins). */
export const operatorSessionEndMs = (session: Pick<OperatorSession, 'seenAtMs' | 'untilMs'>): EpochMs =>
  cookieSessionEndMs(session, LIMITS)

/** Whether the session has expired. */
export const isOperatorSessionOver = (
  session: Pick<OperatorSession, 'seenAtMs' | 'untilMs'>,
  nowMs: EpochMs,
): boolean => nowMs >= operatorSessionEndMs(session)
