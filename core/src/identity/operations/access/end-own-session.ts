import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import type { CookieSession } from '../../domain/people/cookie-session.js'
import { isOperatorSessionOver } from '../../domain/people/operator-session.js'
import { isPersonSessionOver } from '../../domain/people/person-session.js'
import { endedSession, goesOn } from '../../domain/people/session.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { CookieSessionRepository } from '../../ports/cookie-session-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { withPassword } from './with-password.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../domain/access/operation.js'
import { ACCESS_OF_ANYBODY } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { sessionId as sessionIdField, currentPassword } from './shapes.js'

/**
 * Ends one of the caller's own sessions. NotFound for another user's session, an ended one, or an unknown
 * one. The password is required: InvalidCredentials and TooManyRequests as for a sign-in.
 */
export const endOwnSessionEntry = entryOf('Access', 'endOwnSession', {
  ...ACCESS_OF_ANYBODY,
  summary: 'End one of the caller’s sessions',
  description: 'Needs the password. Ending the current session signs the caller out.',
  mutation: true,
  effect: 'ends',
  noStepUp: NO_STEP_UP.PROVED,
  controls: [],
  refusals: ['NotFound', 'InvalidCredentials', 'TooManyRequests'],
  request: mutationRequest({ sessionId: sessionIdField, currentPassword }, {}),
  result: mutationResult({}, {}),
})

interface Ending {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly nowMs: EpochMs
}

/** Removes the user's cookie session of one kind, if it is valid; returns whether it was. */
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

/** Ends the user's session over the API, if it is valid; returns whether it was. */
const signingOut = async (
  { sessions }: UnitOfWork,
  { userId, sessionId, nowMs }: Ending,
): Promise<boolean> => {
  const held = await sessions.lock(sessionId)
  if (held === undefined || held.userId !== userId || !goesOn(held, nowMs)) return false
  sessions.replace(endedSession(held, 'signed_out', nowMs))
  return true
}

export const endOwnSession = mutation(
  endOwnSessionEntry,
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
