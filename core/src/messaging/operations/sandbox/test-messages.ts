import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { consentChangeIn } from '../../domain/inbound/consent-keyword.js'
import type { TestDelivery } from '../../../providers/domain/test-message.js'
import { testMessageOperations } from './operations.js'
import { testMessageView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { applyConsentChange } from '../../use-cases/inbound/apply-consent-change.js'
import { countUses } from '../../../limits/use-cases/count-uses.js'
import { openTestMessage, openTestMessages } from '../../use-cases/test-messages/open-test-message.js'
import { type CallOf, mutation, type OperationNeeds } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'

const notFound = E.left(refusal('NotFound'))

/** A page of what the sandbox delivered for an app, newest first; nothing for an app of production or of another Organization. */
export const listTestMessages = listing(testMessageOperations.listTestMessages, {
  positions: byId('msg'),
  query: (call) => {
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, appId: appId.right, to: call.request.to })
  },
  read: async ({ organizationId, appId, to }, { position: before, readAhead: limit }, needs) => {
    const query = { scope: { organizationId, appId }, to, before, limit }
    const read = await needs.storage.testMessages.list(query)()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    return E.right({ epoch, value: { entries, needs } })
  },
  positionOf: ({ messageId }) => messageId,
  show: (stored, { needs }) => ({ messages: openTestMessages(needs, stored).map(testMessageView) }),
})

type Reply = CallOf<typeof testMessageOperations.replyToTestMessage>

/** The reply as its provider would have reported it. */
const inboundOf = (
  { ids }: Pick<OperationNeeds, 'ids'>,
  { messageId, providerAccountId, providerMessageId, from, to }: TestDelivery,
  call: Reply,
): StoredInbound => ({
  inboundId: ids.next('inb'),
  providerAccountId,
  to: from,
  from: to,
  userId: undefined,
  text: call.request.text,
  inReplyTo: providerMessageId,
  consentChange: consentChangeIn(call.request.text),
  atMs: call.nowMs,
  eventKey: `test-reply:${ids.next('req')}`,
  raw: JSON.stringify({ source: 'test telephone', messageId }),
  receivedAtMs: call.nowMs,
  organizationId: membershipOf(call).organization.organizationId,
  state: 'assigned',
})

/**
 * Stores a reply of a test recipient as an inbound message of the Organization and follows it: STOP suppresses the
 * recipient, START ends that. NotFound for a message that isn't listed as a test message; TooManyRequests beyond the quota.
 */
export const replyToTestMessage = mutation(testMessageOperations.replyToTestMessage, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { organizationId } = membershipOf(call).organization
    const messageId = knownId('msg', call.request.messageId)
    if (E.isLeft(messageId)) return messageId
    const stored = await unit.testMessages.lock(messageId.right)
    if (stored?.organizationId !== organizationId) return notFound
    const delivery = openTestMessage(needs, stored)
    if (delivery === undefined) return notFound
    const counted = await countUses(needs, unit, [{ quota: 'testReplies', of: organizationId }], call.nowMs)
    if (E.isLeft(counted)) return counted
    const inbound = inboundOf(needs, delivery, call)
    unit.inbound.add(inbound)
    const done = await applyConsentChange(needs, unit, organizationId, inbound)
    const further = done && {
      action: done.action,
      target: done.suppression.suppressionId,
      details: { source: done.suppression.source, scope: done.suppression.scope },
    }
    return E.right({
      result: {
        suppressed: done !== undefined && inbound.consentChange?.wants === 'stop',
        unsuppressed: done !== undefined && inbound.consentChange?.wants === 'start',
      },
      about: { target: inbound.inboundId, details: { messageId: messageId.right } },
      further: further === undefined ? [] : [further],
    })
  },
})
