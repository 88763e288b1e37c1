import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import {
  type OperatorSession,
  operatorSessionEndMs,
} from '@postrider/core/identity/domain/people/operator-session'
import { type PersonSession, personSessionEndMs } from '@postrider/core/identity/domain/people/person-session'
import type { SessionTicket } from '@postrider/core/identity/domain/people/session-ticket'
import { aDigest, aText, aTextOrNone, anId, anInteger, anIntegerOrNone } from '../../rows/column.js'
import type { RecordFields } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'

/** The fields of every cookie session. */
const FIELDS = {
  sessionId: anId('ses', 'id'),
  verifier: aDigest('verifier'),
  userId: anId('usr', 'user_id'),
  passwordDigest: aDigest('password_digest'),
  createdAtMs: anInteger('created_at'),
  seenAtMs: anInteger('seen_at'),
  untilMs: anInteger('until_at'),
  clientAddress: aTextOrNone('client_address'),
} as const satisfies RecordFields<CookieSession>

export const operatorSessions = recordTable<OperatorSession>(
  'operator_sessions',
  { ...FIELDS, confirmedAtMs: anInteger('confirmed_at') },
  { derived: { over_at: { write: operatorSessionEndMs } } },
)

export const personSessions = recordTable<PersonSession>(
  'person_sessions',
  { ...FIELDS, confirmedAtMs: anIntegerOrNone('confirmed_at') },
  { derived: { over_at: { write: personSessionEndMs } } },
)

export const sessionTickets = recordTable<SessionTicket>('session_tickets', {
  verifier: aDigest('verifier'),
  sessionId: anId('ses', 'session_id'),
  webOrigin: aText('web_origin'),
  expiresAtMs: anInteger('expires_at'),
})
