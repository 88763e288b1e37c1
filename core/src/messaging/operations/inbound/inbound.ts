import { inboundView, receivedView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { applyConsentChange } from '../../use-cases/inbound/apply-consent-change.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { runAgainForAll, runAgain } from '../../../runner/domain/entries/live-readings.js'
import {
  pageRequest,
  pageResult,
  mutationRequest,
  mutationResult,
} from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { inboundState, inboundShape, receivedShape, inboundId as inboundIdField } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'

const CONSOLE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

const notFound = E.left(refusal('NotFound'))

const countryIn =
  ({ phoneNumbers }: { readonly phoneNumbers: PhoneNumbers }) =>
  (e164: string) =>
    phoneNumbers.countryOf(e164)

/** Lists inbound messages, newest first: all, those of an Organization, or those in a state. */
export const listInboundMessagesEntry = entryOf('Inbound', 'listInboundMessages', {
  ...CONSOLE,
  summary: 'List inbound messages',
  description: 'Lists the inbound messages (MO) of the last 90 days, newest first. The author is masked.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('inbound'),
  request: pageRequest({}, { organizationId: organizationIdField, state: inboundState }),
  result: pageResult({ messages: list(inboundShape, { description: 'The inbound messages on this page.' }) }),
})

export const listInboundMessages = listing(listInboundMessagesEntry, {
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

/** For an Organization's members at the website. */
const WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'messages.read',
  whileSuspended: true,
} as const

export const listReceivedMessagesEntry = entryOf('Inbound', 'listReceivedMessages', {
  ...WEBSITE,
  summary: 'List inbound messages to the senders of an Organization',
  description: 'Lists the inbound messages (MO) of the last 90 days, newest first. The author is masked.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('inbound'),
  request: pageRequest({ organizationId: organizationIdField }, {}),
  result: pageResult({
    messages: list(receivedShape, { description: 'The inbound messages on this page.' }),
  }),
})

export const listReceivedMessages = listing(listReceivedMessagesEntry, {
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
 * Assigns an inbound message to an Organization and applies the opt-in or opt-out in it. NotFound if there is
 * no such message or Organization; Conflict if its Organization is already known or still being determined.
 */
export const assignInboundMessageEntry = entryOf('Inbound', 'assignInboundMessage', {
  ...CONSOLE,
  summary: 'Assign an inbound message to an Organization',
  description: 'Works for `unassigned` messages. An opt-out or opt-in in the text takes effect then.',
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.MESSAGES,
  controls: ['reason'],
  refusals: ['Conflict', 'NotFound'],
  request: mutationRequest({ inboundId: inboundIdField, organizationId: organizationIdField, reason }, {}),
  result: mutationResult({ message: inboundShape }, {}),
})

export const assignInboundMessage = mutation(assignInboundMessageEntry, {
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
