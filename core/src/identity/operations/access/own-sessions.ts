import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import { accessOperations } from './operations.js'
import { apiSessionView, cookieSessionView } from './views.js'
import type { CookieSession } from '../../domain/people/cookie-session.js'
import { isOperatorSessionOver, operatorSessionEndMs } from '../../domain/people/operator-session.js'
import { isPersonSessionOver, personSessionEndMs } from '../../domain/people/person-session.js'
import { endedSession, goesOn } from '../../domain/people/session.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { CookieSessionRepository } from '../../ports/cookie-session-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { endSessions } from '../../use-cases/people/end-sessions.js'
import { withPassword } from './with-password.js'
import { mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'

/** More of a kind than anybody has at once, also while several begin. */
const MOST_LISTED = 100

const byBeginning = (one: { createdAt: string }, other: { createdAt: string }): number =>
  one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0

/** The caller's sessions of every kind, newest first; at the command line none of them is the present one. */
export const listOwnSessions = reading(accessOperations.listOwnSessions, {
  read: async ({ facts: { user }, signature: { credentialId }, nowMs }, { storage }) => {
    const { userId } = user
    const overApi = await storage.people.sessions(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(overApi)) return overApi
    const atWebsite = await storage.personSessions.list(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(atWebsite)) return atWebsite
    const atConsole = await storage.operatorSessions.list(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(atConsole)) return atConsole
    const sessions = [
      ...overApi.right.value.map((one) => apiSessionView(one, credentialId)),
      ...atWebsite.right.value.map((one) =>
        cookieSessionView(one, 'website', personSessionEndMs(one), credentialId),
      ),
      ...atConsole.right.value.map((one) =>
        cookieSessionView(one, 'console', operatorSessionEndMs(one), credentialId),
      ),
    ]
    // Read last, so of the latest epoch.
    return shown(atConsole.right.epoch, { sessions: sessions.sort(byBeginning) })
  },
})

interface Ending {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly nowMs: EpochMs
}

/** Removes the user's session by cookie of a kind, if it goes on; whether it did. */
const removing = async <S extends CookieSession>(
  sessions: CookieSessionRepository<S>,
  isOver: (session: S, nowMs: EpochMs) => boolean,
  { userId, sessionId, nowMs }: Ending,
): Promise<boolean> => {
  const held = await sessions.lock(sessionId)
  if (held === undefined || held.userId !== userId || isOver(held, nowMs)) return false
  sessions.remove(sessionId)
  return true
}

/** Ends the user's session over the API, if it goes on; whether it did. */
const signingOut = async (
  { sessions }: UnitOfWork,
  { userId, sessionId, nowMs }: Ending,
): Promise<boolean> => {
  const held = await sessions.lock(sessionId)
  if (held === undefined || held.userId !== userId || !goesOn(held, nowMs)) return false
  sessions.replace(endedSession(held, 'signed_out', nowMs))
  return true
}

/**
 * Ends a session of the caller's own; NotFound for one that is somebody else's, has ended, or never was: one answer. The password is asked
 * for: InvalidCredentials and TooManyRequests as of a sign-in.
 */
export const endOwnSession = mutation(
  accessOperations.endOwnSession,
  withPassword(async (unit, { request, facts: { user }, nowMs }) => {
    const sessionId = knownId('ses', request.sessionId)
    if (E.isLeft(sessionId)) return sessionId
    const ending = { userId: user.userId, sessionId: sessionId.right, nowMs }
    const hasEnded =
      (await removing(unit.personSessions, isPersonSessionOver, ending)) ||
      (await removing(unit.operatorSessions, isOperatorSessionOver, ending)) ||
      (await signingOut(unit, ending))
    if (!hasEnded) return E.left(refusal('NotFound'))
    return E.right({ result: {}, about: { target: sessionId.right, details: {} } })
  }),
)

/** Ends all sessions of the caller's, of every kind, the present one among them; the password is asked for. */
export const endOwnSessions = mutation(
  accessOperations.endOwnSessions,
  withPassword(async (unit, { facts: { user }, nowMs }) => {
    const ended = await endSessions(unit, user.userId, 'signed_out', nowMs)
    return E.right({ result: { ended }, about: { target: user.userId, details: { sessions: ended } } })
  }),
)
