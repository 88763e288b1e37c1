import { isOperatorSessionOver } from '../../../domain/people/operator-session.js'
import { accessOperations } from '../../../domain/operations/access/operations.js'
import { ownSessionView } from '../../../domain/operations/access/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation, reading, shown } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'

/** More than anybody has at once, also while several begin. */
const MOST_LISTED = 100

/** The caller's sessions at the console, newest first; at the command line none of them is the present one. */
export const listOwnSessions = reading(accessOperations.listOwnSessions, {
  read: async ({ facts: { user }, signature: { credentialId }, nowMs }, { storage }) => {
    const read = await storage.operatorSessions.list(user.userId, nowMs, MOST_LISTED)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, { sessions: value.map((session) => ownSessionView(session, credentialId)) })
  },
})

/** Ends a session of the caller's own; NotFound for one that is somebody else's, has ended, or never was: one answer. */
export const endOwnSession = mutation(accessOperations.endOwnSession, {
  lock: 'exclusive',
  run: async (unit, { request, facts: { user }, nowMs }) => {
    const sessionId = knownId('ses', request.sessionId)
    if (E.isLeft(sessionId)) return sessionId
    const held = await unit.operatorSessions.lock(sessionId.right)
    if (held === undefined || held.userId !== user.userId || isOperatorSessionOver(held, nowMs))
      return E.left(refusal('NotFound'))
    unit.operatorSessions.remove(held.sessionId)
    return E.right({ result: {}, about: { target: held.sessionId, details: {} } })
  },
})
