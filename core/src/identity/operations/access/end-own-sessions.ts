import { E } from '../../../fp.js'
import { endSessions } from '../../use-cases/people/end-sessions.js'
import { withPassword } from './with-password.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { ACCESS_OF_ANYBODY } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { currentPassword } from './shapes.js'
import { integer } from '../../../kernel/codecs/integer.js'

/** Ends all of the caller's sessions of every kind, including the present one; the password is required. */
export const endOwnSessionsEntry = entryOf('Access', 'endOwnSessions', {
  ...ACCESS_OF_ANYBODY,
  summary: 'Sign the caller out everywhere',
  description: 'Needs the password. The current session ends too.',
  mutation: true,
  effect: 'ends',
  noStepUp: NO_STEP_UP.PROVED,
  controls: [],
  refusals: ['InvalidCredentials', 'TooManyRequests'],
  request: mutationRequest({ currentPassword }, {}),
  result: mutationResult(
    { ended: integer({ min: 0, description: 'Number of sessions that ended.', example: 2 }) },
    {},
  ),
})

export const endOwnSessions = mutation(
  endOwnSessionsEntry,
  withPassword(async (unit, { facts: { user }, nowMs }) => {
    const ended = await endSessions(unit, user.userId, 'signed_out', nowMs)
    return E.right({ result: { ended }, about: { target: user.userId, details: { sessions: ended } } })
  }),
)
