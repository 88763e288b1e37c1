import { cookieSessionEndMs } from '@postrider/core/domain/people/cookie-session'
import type { OperatorSession } from '@postrider/core/domain/people/operator-session'
import type { SessionTicket } from '@postrider/core/domain/people/session-ticket'
import { aDigest, aText, aTextOrNone, anId, anInteger } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const operatorSessions = recordTable<OperatorSession>(
  'operator_sessions',
  {
    sessionId: anId('ses', 'id'),
    verifier: aDigest('verifier'),
    userId: anId('usr', 'user_id'),
    passwordDigest: aDigest('password_digest'),
    createdAtMs: anInteger('created_at'),
    confirmedAtMs: anInteger('confirmed_at'),
    seenAtMs: anInteger('seen_at'),
    untilMs: anInteger('until_at'),
    clientAddress: aTextOrNone('client_address'),
  },
  { derived: { over_at: { write: cookieSessionEndMs } } },
)

export const sessionTickets = recordTable<SessionTicket>('session_tickets', {
  verifier: aDigest('verifier'),
  sessionId: anId('ses', 'session_id'),
  webOrigin: aText('web_origin'),
  expiresAtMs: anInteger('expires_at'),
})
