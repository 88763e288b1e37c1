import {
  ACCESS_MS,
  type Session,
  startSession,
  type TokenRecord,
} from '@postrider/core/identity/domain/people/session'
import type { Throttle } from '@postrider/core/limits/domain/throttle'
import { fresh, NOW_MS } from './fresh.js'

/** A session that starts now. */
export const aSession = (overrides: Partial<Session> = {}): Session => ({
  ...startSession(fresh.id('ses'), fresh.id('usr'), NOW_MS),
  ...overrides,
})

/** An access token of a session. */
export const aToken = (overrides: Partial<TokenRecord> = {}): TokenRecord => ({
  verifier: fresh.hex(64),
  sessionId: fresh.id('ses'),
  kind: 'access',
  generation: 1,
  expiresAtMs: NOW_MS + ACCESS_MS,
  ...overrides,
})

/** A throttle after one failure. */
export const aThrottle = (overrides: Partial<Throttle> = {}): Throttle => ({
  key: fresh.hex(64),
  failures: 1,
  sinceMs: NOW_MS,
  blockedUntilMs: 0,
  familiarUntilMs: 0,
  ...overrides,
})
