import { inboundView, receivedView } from './views.js'
import { E } from '../../../fp.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { runAgainForAll, runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { inboundState, inboundShape, inboundTask, receivedShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { INBOUND_CONSOLE } from './entry-parts.js'

const countryIn =
  ({ phoneNumbers }: { readonly phoneNumbers: PhoneNumbers }) =>
  (e164: string) =>
    phoneNumbers.countryOf(e164)

/** Lists inbound messages, newest first: all, those of an Organization, those in a state, or those with a task. */
export const listInboundMessagesEntry = entryOf('Inbound', 'listInboundMessages', {
  ...INBOUND_CONSOLE,
  summary: 'List inbound messages',
  description: 'Lists the inbound messages (MO) of the last 90 days, newest first. The author is masked.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('inbound'),
  request: pageRequest({}, { organizationId: organizationIdField, state: inboundState, task: inboundTask }),
  result: pageResult({ messages: list(inboundShape, { description: 'The inbound messages on this page.' }) }),
})

export const listInboundMessages = listing(listInboundMessagesEntry, {
  positions: byId('inb'),
  query: ({ request: { organizationId: named, state, task } }) => {
    const organizationId = knownIdIfNamed('org', named)
    return E.isLeft(organizationId)
      ? organizationId
      : E.right({ organizationId: organizationId.right, state, task })
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
    const read = await needs.storage.inbound.list({
      organizationId,
      state: undefined,
      task: undefined,
      before,
      limit,
    })()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    return E.right({ epoch, value: { entries, countryOf: countryIn(needs) } })
  },
  positionOf: ({ inboundId }) => inboundId,
  show: (messages, { countryOf }) => ({ messages: messages.map((one) => receivedView(one, countryOf)) }),
})
