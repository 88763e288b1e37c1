import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aTrace } from './a-trace.js'
import { fresh, NOW_MS } from './fresh.js'

/** An SMS that was just accepted for 25 paise. */
export const aMessage = (overrides: Partial<Message> = {}): Message => {
  const acceptedAtMs = overrides.acceptedAtMs ?? NOW_MS
  return {
    messageId: fresh.id('msg'),
    organizationId: fresh.id('org'),
    appId: fresh.id('app'),
    environment: 'test',
    channel: 'sms',
    lane: 'transactional',
    to: '+919876543210',
    recipientName: undefined,
    sender: 'ASHAST',
    templateId: fresh.id('tpl'),
    templateVersionId: fresh.id('tpv'),
    variables: { name: 'Asha', code: '0042' },
    sealedVariables: undefined,
    clientReference: undefined,
    units: 1,
    charge: {
      amountMinor: 25,
      currency: 'INR',
      priceVersionId: fresh.id('prv'),
      chargeOn: 'submitted',
    },
    billing: 'provisional',
    state: 'ACCEPTED',
    failureCode: undefined,
    providerReason: undefined,
    attempt: 0,
    uncalled: 0,
    leaseUntilMs: 0,
    acceptedAtMs,
    updatedAtMs: acceptedAtMs,
    expiresAtMs: acceptedAtMs + DAY_MS,
    trace: aTrace(),
    ...overrides,
  }
}
