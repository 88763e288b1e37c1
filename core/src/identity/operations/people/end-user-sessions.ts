import { emailKeyOf } from '../../domain/people/user.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { endSessionsOfUser } from '../../use-cases/people/end-sessions-of-user.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { PEOPLE_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { integer } from '../../../kernel/codecs/integer.js'

/**
 * Ends all sessions of another user, who can sign in again and gets an email. NotFound if no user has the
 * address; PermissionDenied for the caller's own.
 */
export const endUserSessionsEntry = entryOf('People', 'endUserSessions', {
  ...PEOPLE_INTERACTIVE,
  stepUp: true,
  summary: 'End all sessions of a user',
  description:
    "Ends the sessions at the API, the website and the console. The user gets an email and can sign in again. Callers can't end their own sessions here.",
  mutation: true,
  effect: 'ends',
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest({ email: emailAddress, reason }, {}),
  result: mutationResult(
    { ended: integer({ min: 0, description: 'Number of sessions that ended.', example: 2 }) },
    {},
  ),
})

export const endUserSessions = mutation(endUserSessionsEntry, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const user = await unit.users.lockByEmail(emailKeyOf(request.email))
    if (user === undefined) return E.left(refusal('NotFound'))
    if (user.userId === facts.user.userId) return E.left(refusal('PermissionDenied'))
    const ended = await endSessionsOfUser(needs, unit, user, nowMs)
    return E.right({
      result: { ended },
      about: { target: user.userId, reason: request.reason, details: { sessions: ended } },
    })
  },
})
