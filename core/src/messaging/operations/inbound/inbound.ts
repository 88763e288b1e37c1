import { inboundOperations } from './operations.js'
import { inboundView, receivedView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import { applyConsentChange } from '../../use-cases/inbound/apply-consent-change.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'

const notFound = E.left(refusal('NotFound'))

const countryIn =
  ({ phoneNumbers }: Pick<Ports, 'phoneNumbers'>) =>
  (e164: string) =>
    phoneNumbers.countryOf(e164)

/** What people wrote, newest first: all of it, an Organization's, or what is of a state. */
export const listInboundMessages = listing(inboundOperations.listInboundMessages, {
  positions: byId('inb'),
  query: ({ request: { organizationId: named, state } }) => {
    const organizationId = knownIdIfNamed('org', named)
    return E.isLeft(organizationId)
      ? organizationId
      : E.right({ organizationId: organizationId.right, state })
  },
  read: async (query, { position: before, readAhead: limit }, needs) => {
    const read = await needs.storage.inbound.list({ ...query, before, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    return E.right({ epoch, value: { entries, countryOf: countryIn(needs) } })
  },
  positionOf: ({ inboundId }) => inboundId,
  show: (messages, { countryOf }) => ({ messages: messages.map((one) => inboundView(one, countryOf)) }),
})

/** What people wrote to an Organization's senders, newest first. */
export const listReceivedMessages = listing(inboundOperations.listReceivedMessages, {
  positions: byId('inb'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: async ({ organizationId }, { position: before, readAhead: limit }, needs) => {
    const read = await needs.storage.inbound.list({ organizationId, state: undefined, before, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    return E.right({ epoch, value: { entries, countryOf: countryIn(needs) } })
  },
  positionOf: ({ inboundId }) => inboundId,
  show: (messages, { countryOf }) => ({ messages: messages.map((one) => receivedView(one, countryOf)) }),
})

/**
 * Says whose an inbound message is, and does what its writer wants. NotFound where there is no such message or Organization;
 * Conflict where it is known whose it is, or still looked for.
 */
export const assignInboundMessage = mutation(inboundOperations.assignInboundMessage, {
  lock: 'exclusive',
  run: async (unit, { request }, needs) => {
    const inboundId = knownId('inb', request.inboundId)
    if (E.isLeft(inboundId)) return inboundId
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    if ((await unit.organizations.lock(organizationId.right)) === undefined) return notFound
    const message = await unit.inbound.lock(inboundId.right)
    if (message === undefined) return notFound
    if (message.state !== 'unassigned') return E.left(refusal('Conflict'))
    const assigned = { ...message, organizationId: organizationId.right, state: 'assigned' } as const
    unit.inbound.replace(assigned)
    const done = await applyConsentChange(needs, unit, organizationId.right, assigned)
    return E.right({
      result: { message: inboundView(assigned, countryIn(needs)) },
      about: {
        target: inboundId.right,
        organizationId: organizationId.right,
        details: {},
        reason: request.reason,
      },
      further:
        done === undefined
          ? []
          : [
              {
                action: done.action,
                target: done.suppression.suppressionId,
                details: { source: done.suppression.source, scope: done.suppression.scope },
              },
            ],
    })
  },
})
