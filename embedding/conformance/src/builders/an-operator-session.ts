import { type OperatorSession, startOperatorSession } from '@postrider/core/domain/people/operator-session'
import { type SessionTicket, startTicket } from '@postrider/core/domain/people/session-ticket'
import { fresh, NOW_MS } from './fresh.js'

/** A super admin's session that began now. */
export const anOperatorSession = (overrides: Partial<OperatorSession> = {}): OperatorSession => {
  const start = {
    sessionId: fresh.id('ses'),
    verifier: fresh.hex(64),
    userId: fresh.id('usr'),
    passwordDigest: fresh.hex(64),
    clientAddress: '192.0.2.1',
  }
  return { ...startOperatorSession(start, NOW_MS), ...overrides }
}

/** A ticket of the session that was given out now. */
export const aTicketOf = ({ sessionId }: Pick<OperatorSession, 'sessionId'>): SessionTicket =>
  startTicket({ verifier: fresh.hex(64), sessionId, webOrigin: 'https://console.example.com' }, NOW_MS)
