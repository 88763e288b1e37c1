import type { EpochMs } from '../time/epoch-ms.js'
import { type CookieSession, type CookieSessionOrigin, startCookieSession } from './cookie-session.js'

/** A super admin's session at the console: it outlives every process, and ends in all of them (docs/decisions/0047). */
export interface OperatorSession extends CookieSession {
  /** When a code of the second factor was accepted last. */
  readonly confirmedAtMs: EpochMs
}

/** A session that begins with a code that was accepted at this moment. */
export const startOperatorSession = (start: CookieSessionOrigin, nowMs: EpochMs): OperatorSession => ({
  ...startCookieSession(start, nowMs),
  confirmedAtMs: nowMs,
})
