import type { SessionId, UserId } from '../../domain/ids/id.js'
import { endedSession, type SessionEnd } from '../../domain/people/session.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

/**
 * Ends all of a user's sessions but the named one, those at the console too, in an exclusive unit: no token of theirs is
 * accepted after it. How many they were.
 */
export const endSessions = async (
  unit: UnitOfWork,
  userId: UserId,
  by: SessionEnd,
  nowMs: EpochMs,
  but?: SessionId,
): Promise<number> => {
  const [live, atConsole] = await Promise.all([
    unit.sessions.lockLive(userId, nowMs),
    unit.operatorSessions.lockLive(userId, nowMs),
  ])
  const isOther = ({ sessionId }: { readonly sessionId: SessionId }): boolean => sessionId !== but
  const [ended, removed] = [live.filter(isOther), atConsole.filter(isOther)]
  for (const session of ended) unit.sessions.replace(endedSession(session, by, nowMs))
  for (const { sessionId } of removed) unit.operatorSessions.remove(sessionId)
  return ended.length + removed.length
}
