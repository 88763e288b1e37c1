import { suppressionOperations } from './operations.js'
import { ownSuppressionView, suppressionView } from './views.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { suppressedBy, type Suppression } from '../domain/suppression.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'

const notFound = E.left(refusal('NotFound'))

/** What the audit log says of a suppression: whom it is about it does not. */
const aboutOf = ({ suppressionId, organizationId, source, scope }: Suppression, reason: string) => ({
  target: suppressionId,
  organizationId,
  details: { source, scope },
  reason,
})

/** An Organization's suppressions, newest first, all or those of a recipient. */
export const listSuppressions = listing(suppressionOperations.listSuppressions, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  accesses: ({ to }, needs) => {
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    return about === undefined || E.isLeft(about) ? undefined : about.right.recipient
  },
  positions: byId('sup'),
  query: ({ request: { organizationId: named, to } }, needs) => {
    const organizationId = knownId('org', named)
    if (E.isLeft(organizationId)) return organizationId
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId: organizationId.right, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.suppressions({ organizationId, recipient, before, limit })(),
  positionOf: ({ suppressionId }) => suppressionId,
  show: (suppressions) => ({ suppressions: suppressions.map(suppressionView) }),
})

/** The same for the Organization's own people. */
export const listOrganizationSuppressions = listing(suppressionOperations.listOrganizationSuppressions, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  positions: byId('sup'),
  query: (call, needs) => {
    const { to } = call.request
    const { organizationId } = membershipOf(call).organization
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.suppressions({ organizationId, recipient, before, limit })(),
  positionOf: ({ suppressionId }) => suppressionId,
  show: (suppressions) => ({ suppressions: suppressions.map(ownSuppressionView) }),
})

/**
 * Has an Organization send somebody nothing more, or nothing promotional, in both environments. NotFound for an unknown
 * Organization; Conflict where the source has that already.
 */
export const suppress = mutation(suppressionOperations.suppress, {
  lock: 'exclusive',
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  run: async (unit, { request, nowMs }, needs) => {
    const { to, source, scope, reason } = request
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const about = suppressedRecipient(needs, to)
    if (E.isLeft(about)) return about
    if ((await unit.organizations.lock(organizationId.right)) === undefined) return notFound
    const slot = { organizationId: organizationId.right, recipient: about.right.recipient, source }
    const before = await unit.suppressions.lockSlot(slot)
    const { maskedTo } = about.right
    const suppressionId = needs.ids.next('sup')
    const wanted = { suppressionId, ...slot, maskedTo, scope, reason, createdAtMs: nowMs }
    const suppression = suppressedBy(before, wanted)
    if (E.isLeft(suppression)) return suppression
    if (before === undefined) unit.suppressions.add(suppression.right)
    else unit.suppressions.replace(suppression.right)
    return E.right({
      result: { suppression: suppressionView(suppression.right) },
      about: aboutOf(suppression.right, reason),
    })
  },
})

/** Takes a suppression back; others of the same recipient stay. NotFound for an unknown one. */
export const unsuppress = mutation(suppressionOperations.unsuppress, {
  lock: 'exclusive',
  run: async (unit, { request }) => {
    const suppressionId = knownId('sup', request.suppressionId)
    if (E.isLeft(suppressionId)) return suppressionId
    const suppression = await unit.suppressions.lock(suppressionId.right)
    if (suppression === undefined) return notFound
    unit.suppressions.remove(suppressionId.right)
    return E.right({
      result: { suppression: suppressionView(suppression) },
      about: aboutOf(suppression, request.reason),
    })
  },
})
