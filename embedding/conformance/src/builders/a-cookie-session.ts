import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import {
  type OperatorSession,
  startOperatorSession,
} from '@postrider/core/identity/domain/people/operator-session'
import { type PersonSession, startPersonSession } from '@postrider/core/identity/domain/people/person-session'
import { type SessionTicket, startTicket } from '@postrider/core/identity/domain/people/session-ticket'
import { fresh, NOW_MS } from './fresh.js'

const aStart = () => ({
  sessionId: fresh.id('ses'),
  verifier: fresh.hex(64),
  userId: fresh.id('usr'),
  passwordDigest: fresh.hex(64),
  clientAddress: '192.0.2.1',
})

/** A super admin's session that starts now. */
export const anOperatorSession = (overrides: Partial<OperatorSession> = {}): OperatorSession => ({
  ...startOperatorSession(aStart(), NOW_MS),
  ...overrides,
})

/** A person's website session that starts now. */
export const aPersonSession = (overrides: Partial<PersonSession> = {}): PersonSession => ({
  ...startPersonSession(aStart(), NOW_MS),
  ...overrides,
})

/** A ticket of the session, issued now. */
export const aTicketOf = ({ sessionId }: Pick<CookieSession, 'sessionId'>): SessionTicket =>
  startTicket({ verifier: fresh.hex(64), sessionId, webOrigin: 'https://console.example.com' }, NOW_MS)
