import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import { endedSession, type SessionEnd } from '../../domain/people/session.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/**
 * Ends all of a user's sessions except the named one, including those at the console and the website, in an
 * exclusive unit: none of their tokens is accepted afterwards. Returns how many ended.
 */
export const endSessions = async (
  unit: UnitOfWork,
  userId: UserId,
  by: SessionEnd,
  nowMs: EpochMs,
  but?: SessionId,
): Promise<number> => {
  const { sessions, operatorSessions, personSessions } = unit
  const isOther = ({ sessionId }: { readonly sessionId: SessionId }): boolean => sessionId !== but
  const removing = async (of: typeof operatorSessions | typeof personSessions): Promise<number> => {
    const others = (await of.lockLive(userId, nowMs)).filter(isOther)
    for (const { sessionId } of others) of.remove(sessionId)
    return others.length
  }
  const ending = async (): Promise<number> => {
    const others = (await sessions.lockLive(userId, nowMs)).filter(isOther)
    for (const session of others) sessions.replace(endedSession(session, by, nowMs))
    return others.length
  }
  const ended = await Promise.all([ending(), removing(operatorSessions), removing(personSessions)])
  return ended.reduce((sum, count) => sum + count, 0)
}
