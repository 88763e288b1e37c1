import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import {
  type CookieSession,
  cookieSessionEndMs,
  type CookieSessionLimits,
  type CookieSessionOrigin,
  startCookieSession,
} from './cookie-session.js'

/** A super admin's session at the console: it outlives every process, and ends in all of them (docs/decisions/0047). */
export interface OperatorSession extends CookieSession {
  /** When a code of the second factor was accepted last. */
  readonly confirmedAtMs: EpochMs
}

const LIMITS: CookieSessionLimits = { idleMs: 30 * MINUTE_MS, wholeMs: 12 * HOUR_MS }

/** A session that begins with a code that was accepted at this moment. */
export const startOperatorSession = (start: CookieSessionOrigin, nowMs: EpochMs): OperatorSession => ({
  ...startCookieSession(start, LIMITS, nowMs),
  confirmedAtMs: nowMs,
})

/** When the session ends if nobody acts any more (docs/contract#sessions-of-super-admins). */
export const operatorSessionEndMs = (session: Pick<OperatorSession, 'seenAtMs' | 'untilMs'>): EpochMs =>
  cookieSessionEndMs(session, LIMITS)

/** Whether the session has ended by itself. */
export const isOperatorSessionOver = (
  session: Pick<OperatorSession, 'seenAtMs' | 'untilMs'>,
  nowMs: EpochMs,
): boolean => nowMs >= operatorSessionEndMs(session)
