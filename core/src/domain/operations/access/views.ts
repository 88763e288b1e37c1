import type * as t from 'io-ts'
import { type CookieSession, cookieSessionEndMs } from '../../people/cookie-session.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { ownSessionShape } from './shapes.js'

/** A session as its owner sees it, who came by the one with the identifier. */
export const ownSessionView = (
  session: CookieSession,
  current: string | undefined,
): t.TypeOf<typeof ownSessionShape> => ({
  sessionId: session.sessionId,
  createdAt: isoTime(session.createdAtMs),
  seenAt: isoTime(session.seenAtMs),
  endsAt: isoTime(cookieSessionEndMs(session)),
  clientAddress: session.clientAddress ?? null,
  isCurrent: session.sessionId === current,
})
