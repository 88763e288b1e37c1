import type { OrganizationId } from '../../kernel/ids/id.js'
import { auditEventView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { CallOf } from '../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { flag } from '../../kernel/codecs/flag.js'
import { auditSearch, auditEventShape } from './shapes.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { list } from '../../kernel/codecs/list.js'

/**
 * Lists completed and refused actions, newest first. The number of events read for a page is bounded, so a
 * page can be shorter than its limit, even empty, although there are more. NotFound for an unknown
 * Organization.
 */
export const listAuditEventsEntry = entryOf('Audit', 'listAuditEvents', {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.audit',
  whileSuspended: true,
  controls: [],
  refusals: ['NotFound'],
  summary: 'List audit events',
  description:
    'Lists what was done and what was refused, newest first. Pass `organizationId` for one Organization, or `platform` for events outside any Organization. A page may have fewer events than `limit`, even none, while there are more.',
  success: 'A page of audit events, newest first.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: pageRequest(
    {},
    {
      organizationId: organizationIdField,
      platform: flag({
        description: '`true` returns only events that concern no Organization. Default: all events.',
      }),
      ...auditSearch,
      from,
      to,
    },
  ),
  result: pageResult({ events: list(auditEventShape, { description: 'The audit events on this page.' }) }),
})

const ofNobody = bodyProblem(
  '/platform',
  'not_allowed',
  'Use either `platform` or an Organization, not both.',
)

/** The requested chain; undefined means all. */
const chainOf = ({
  organizationId,
  platform = false,
}: CallOf<typeof listAuditEventsEntry>['request']): E.Either<
  Refusal,
  OrganizationId | 'platform' | undefined
> => {
  return platform ? E.right('platform') : knownIdIfNamed('org', organizationId)
}

export const listAuditEvents = boundedListing(listAuditEventsEntry, {
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
