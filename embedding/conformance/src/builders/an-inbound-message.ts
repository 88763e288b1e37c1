import type { InboundMessage, StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import { fresh, NOW_MS } from './fresh.js'

/** An inbound message, as an adapter passes it on. */
export const anInboundMessage = (overrides: Partial<InboundMessage> = {}): InboundMessage => ({
  providerAccountId: fresh.id('pac'),
  to: 'ACMEIN',
  from: '+919876543210',
  userId: undefined,
  text: 'Where is my order?',
  inReplyTo: undefined,
  consentChange: undefined,
  atMs: NOW_MS + 1_500,
  eventKey: `event-${fresh.hex(16)}`,
  raw: '{"esm_class":0}',
  ...overrides,
})

/** The same message, stored and not yet processed. */
export const aStoredInbound = (overrides: Partial<StoredInbound> = {}): StoredInbound => ({
  ...anInboundMessage(overrides),
  inboundId: fresh.id('inb'),
  receivedAtMs: NOW_MS + 2_000,
  organizationId: undefined,
  state: 'pending',
  task: undefined,
  ...overrides,
})
