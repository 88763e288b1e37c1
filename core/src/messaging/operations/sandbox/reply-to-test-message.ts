import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { receivedEvents } from '../../domain/inbound/received-event.js'
import { type Replier, replyKindOf, replyTo } from '../../domain/inbound/keyword-reply.js'
import { readConsent } from '../../domain/inbound/consent-keyword.js'
import type { StoredTestMessage, TestDelivery } from '../../../providers/domain/test-message.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { applyConsentChange, suppressedPerson } from '../../use-cases/inbound/apply-consent-change.js'
import { countUses } from '../../../limits/use-cases/count-uses.js'
import { openTestMessage } from '../../use-cases/test-messages/open-test-message.js'
import { type CallOf, mutation, type OperationNeeds } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { text } from '../../../kernel/codecs/text.js'
import { SANDBOX_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { namedMessageId } from '../../../kernel/codecs/identifiers.js'
import { flag } from '../../../kernel/codecs/flag.js'

const reply = text({
  minLength: 1,
  maxLength: 1_600,
  description: 'Text of the reply, for example STOP.',
  example: 'STOP',
})

/**
 * Stores a reply of a test recipient as an inbound message of the Organization and applies it: STOP
 * suppresses the recipient, START ends the suppression. The app's replies to keywords follow as from a telephone. NotFound for a message that isn't listed as a test
 * message; TooManyRequests beyond the quota.
 */
export const replyToTestMessageEntry = entryOf('Sandbox', 'replyToTestMessage', {
  ...SANDBOX_WEBSITE,
  audiences: ['customerControl'],
  summary: 'Reply to a test message as its recipient',
  description:
    'Creates an inbound message as if a provider had delivered it. STOP suppresses the recipient for the whole Organization, and START ends that.',
  success: 'The reply is stored and applied.',
  mutation: true,
  effect: 'adds',
  quotas: ['testReplies'],
  request: mutationRequest(
    { organizationId: organizationIdField, messageId: namedMessageId, text: reply },
    {},
  ),
  result: mutationResult(
    {
      suppressed: flag({ description: '`true` if the reply suppressed the recipient.' }),
      unsuppressed: flag({ description: '`true` if the reply ended a suppression.' }),
    },
    {},
  ),
})

const notFound = E.left(refusal('NotFound'))

type Reply = CallOf<typeof replyToTestMessageEntry>

/** The reply as its provider would have reported it. */
const inboundOf = (
  { ids }: Pick<OperationNeeds, 'ids'>,
  { messageId, providerAccountId, providerMessageId, from, to }: TestDelivery,
  call: Reply,
): StoredInbound => {
  const { consentChange, isUnclear } = readConsent(call.request.text)
  return {
    inboundId: ids.next('inb'),
    providerAccountId,
    to: from,
    from: to,
    userId: undefined,
    text: call.request.text,
    inReplyTo: providerMessageId,
    consentChange,
    atMs: call.nowMs,
    eventKey: `test-reply:${ids.next('req')}`,
    raw: JSON.stringify({ source: 'test telephone', messageId }),
    receivedAtMs: call.nowMs,
    organizationId: membershipOf(call).organization.organizationId,
    state: 'assigned',
    task: isUnclear === true ? 'unclear' : undefined,
    missingParts: undefined,
  }
}

/** The app of the test message, if it has a reply to the keyword. */
const replierOf = async (
  unit: UnitOfWork,
  { appId }: StoredTestMessage,
  delivery: TestDelivery,
  inbound: StoredInbound,
): Promise<Replier | undefined> => {
  const kind = replyKindOf(inbound)
  const channel = CHANNEL_NAMES.find((name) => name === delivery.channel)
  if (kind === undefined || channel === undefined) return undefined
  const app = await unit.apps.lock(appId)
  return app?.keywordReplies[kind] === undefined ? undefined : { appId, channel }
}

export const replyToTestMessage = mutation(replyToTestMessageEntry, {
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
    for (const event of receivedEvents(inbound, organizationId, [stored.appId])) unit.events.leave(event)
    const recipient = parseAnyRecipient(delivery.to, (e164) => needs.phoneNumbers.countryOf(e164))
    const { consentChange } = inbound
    const done =
      consentChange === undefined || recipient === undefined
        ? undefined
        : await applyConsentChange(
            needs,
            unit,
            organizationId,
            inbound,
            consentChange,
            suppressedPerson(needs, recipient),
          )
    const replier = await replierOf(unit, stored, delivery, inbound)
    const facts = { organizationId, replier, person: recipient?.to, changed: done?.suppression }
    const answer = replyTo(inbound, facts, call.nowMs, () => needs.ids.next('msg'))
    if (answer !== undefined) unit.keywordReplies.add(answer)
    const further = done && {
      action: done.action,
      target: done.suppression.suppressionId,
      details: done.details,
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
