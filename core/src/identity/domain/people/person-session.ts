import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import {
  type CookieSession,
  cookieSessionEndMs,
  type CookieSessionLimits,
  type CookieSessionOrigin,
  startCookieSession,
} from './cookie-session.js'

/**
 * A person's session on the website: it is stored, shared by all processes, and ends in all of them
 * (docs/decisions/0056).
 */
export interface PersonSession extends CookieSession {
  /** When a code of the second factor was last accepted; undefined: the user has none. */
  readonly confirmedAtMs: EpochMs | undefined
}

const LIMITS: CookieSessionLimits = { idleMs: DAY_MS, wholeMs: 30 * DAY_MS }

/** Starts a session; `confirmedAtMs` is when a code of the second factor was accepted, if there is one. */
export const startPersonSession = (
  start: CookieSessionOrigin,
  nowMs: EpochMs,
  confirmedAtMs?: EpochMs,
): PersonSession => ({
  ...startCookieSession(start, LIMITS, nowMs),
  confirmedAtMs,
})

/**
 * When the session ends if there is no further activity: after a day, and after thirty days in total
 * (docs/decisions/0056).
 */
export const personSessionEndMs = (session: Pick<PersonSession, 'seenAtMs' | 'untilMs'>): EpochMs =>
  cookieSessionEndMs(session, LIMITS)

/** Whether the session has expired. */
export const isPersonSessionOver = (
  session: Pick<PersonSession, 'seenAtMs' | 'untilMs'>,
  nowMs: EpochMs,
): boolean => nowMs >= personSessionEndMs(session)
