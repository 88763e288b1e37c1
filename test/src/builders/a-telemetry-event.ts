import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { fresh } from '@postrider/conformance/builders/fresh'

type Of<Tag extends TelemetryEvent['_tag']> = Extract<TelemetryEvent, { readonly _tag: Tag }>

/** An accepted SMS. */
export const anAcceptance = (overrides: Partial<Of<'Accepted'>> = {}): Of<'Accepted'> => ({
  _tag: 'Accepted',
  messageId: fresh.id('msg'),
  trace: aTrace(),
  organizationId: fresh.id('org'),
  appId: fresh.id('app'),
  channel: 'sms',
  lane: 'transactional',
  replayed: false,
  ...overrides,
})

/** An SMS that a provider accepted. */
export const aCall = (overrides: Partial<Of<'ProviderCalled'>> = {}): Of<'ProviderCalled'> => ({
  _tag: 'ProviderCalled',
  messageId: fresh.id('msg'),
  trace: aTrace(),
  attempt: 1,
  channel: 'sms',
  providerAccountId: fresh.id('pac'),
  outcome: 'Accepted',
  durationMs: 20,
  ...overrides,
})

/** A delivered SMS. */
export const anEnd = (overrides: Partial<Of<'MessageEnded'>> = {}): Of<'MessageEnded'> => ({
  _tag: 'MessageEnded',
  messageId: fresh.id('msg'),
  trace: aTrace(),
  channel: 'sms',
  state: 'DELIVERED',
  failureCode: undefined,
  providerAccountId: fresh.id('pac'),
  attempts: 1,
  ageMs: 2_000,
  ...overrides,
})

/** A delivery report that matched its message. */
export const aMatch = (overrides: Partial<Of<'ReceiptMatched'>> = {}): Of<'ReceiptMatched'> => ({
  _tag: 'ReceiptMatched',
  messageId: fresh.id('msg'),
  trace: aTrace(),
  receiptId: fresh.id('rct'),
  providerAccountId: fresh.id('pac'),
  reported: 'delivered',
  state: 'applied',
  ...overrides,
})

/** An event about a message that an endpoint accepted at once. */
export const aWebhookAttempt = (overrides: Partial<Of<'WebhookAttempted'>> = {}): Of<'WebhookAttempted'> => ({
  _tag: 'WebhookAttempted',
  endpointId: fresh.id('whe'),
  organizationId: fresh.id('org'),
  appId: fresh.id('app'),
  eventId: fresh.id('evt'),
  type: 'message.delivered',
  message: { messageId: fresh.id('msg'), trace: aTrace() },
  attempt: 1,
  status: 204,
  isDelivered: true,
  durationMs: 12,
  ...overrides,
})
