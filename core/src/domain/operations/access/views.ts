import type * as t from 'io-ts'
import { type OperatorSession, operatorSessionEndMs } from '../../people/operator-session.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { ownSessionShape } from './shapes.js'

/** A session as its owner sees it, who came by the one with the identifier. */
export const ownSessionView = (
  session: OperatorSession,
  current: string | undefined,
): t.TypeOf<typeof ownSessionShape> => ({
  sessionId: session.sessionId,
  createdAt: isoTime(session.createdAtMs),
  seenAt: isoTime(session.seenAtMs),
  endsAt: isoTime(operatorSessionEndMs(session)),
  clientAddress: session.clientAddress ?? null,
  isCurrent: session.sessionId === current,
})
