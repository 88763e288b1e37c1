import { E } from '../../fp.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { coversScope } from './opt-out-policy.js'
import type { Suppression } from './suppression.js'

/**
 * The suppression after a request for one: new, or the existing one of the same source with the wider scope.
 * Conflict if the existing one already covers the request.
 */
export const suppressedBy = (
  before: Suppression | undefined,
  wanted: Suppression,
): E.Either<Refusal, Suppression> => {
  if (before === undefined) return E.right(wanted)
  if (coversScope(before.scope, wanted.scope)) return E.left(refusal('Conflict'))
  return E.right({ ...before, scope: wanted.scope, reason: wanted.reason })
}
