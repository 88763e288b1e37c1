import type { OrganizationId } from '../../kernel/ids/id.js'
import { auditOperations } from './operations.js'
import { auditEventView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { CallOf } from '../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'

const ofNobody = bodyProblem('/platform', 'not_allowed', 'Concerns no tenant: name one of both.')

/** Whose chain is asked for; undefined: all of them. */
const chainOf = ({
  organizationId,
  platform = false,
}: CallOf<typeof auditOperations.listAuditEvents>['request']): E.Either<
  Refusal,
  OrganizationId | 'platform' | undefined
> => {
  return platform ? E.right('platform') : knownIdIfNamed('org', organizationId)
}

/**
 * What was done and refused, newest first. A page may be shorter than was asked for, even empty, while there is more:
 * how many events are looked at is bounded. NotFound for an unknown Organization.
 */
export const listAuditEvents = boundedListing(auditOperations.listAuditEvents, {
  inspect: ({ platform, organizationId }) =>
    platform === true && organizationId !== undefined ? [ofNobody] : [],
  positions: byId('aud'),
  query: ({ request }) => {
    const { actorId, action, target, from: fromMs, to: toMs } = request
    const chain = chainOf(request)
    return E.isLeft(chain) ? chain : E.right({ chain: chain.right, actorId, action, target, fromMs, toMs })
  },
  read: (query, { position: before, limit }, { storage }) =>
    storage.administration.auditEvents({ ...query, before, limit })(),
  show: ({ found }) => ({ events: found.map(auditEventView) }),
})
