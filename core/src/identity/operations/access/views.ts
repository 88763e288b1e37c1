import type * as t from 'io-ts'
import type { CookieSession } from '../../domain/people/cookie-session.js'
import type { Session } from '../../domain/people/session.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { ownSessionShape } from './shapes.js'

type OwnSessionView = t.TypeOf<typeof ownSessionShape>

/** A session over the API as its owner sees it; `current` is the session of this request. */
export const apiSessionView = (session: Session, current: string | undefined): OwnSessionView => ({
  sessionId: session.sessionId,
  place: 'api',
  createdAt: isoTime(session.createdAtMs),
  seenAt: isoTime(session.rotatedAtMs),
  endsAt: isoTime(Math.min(session.idleUntilMs, session.untilMs)),
  clientAddress: null,
  isCurrent: session.sessionId === current,
})

/** A cookie session as its owner sees it; `endMs` is when it ends without further activity. */
export const cookieSessionView = (
  session: CookieSession,
  place: 'website' | 'console',
  endMs: EpochMs,
  current: string | undefined,
): OwnSessionView => ({
  sessionId: session.sessionId,
  place,
  createdAt: isoTime(session.createdAtMs),
  seenAt: isoTime(session.seenAtMs),
  endsAt: isoTime(endMs),
  clientAddress: session.clientAddress ?? null,
  isCurrent: session.sessionId === current,
})
