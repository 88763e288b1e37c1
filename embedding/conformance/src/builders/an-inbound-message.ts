import type { InboundMessage, StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { StoredInboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
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
  missingParts: undefined,
  ...overrides,
})

/** The first of two parts of a long inbound SMS. */
export const aStoredPart = (overrides: Partial<StoredInboundPart> = {}): StoredInboundPart => ({
  partId: fresh.id('inb'),
  textKey: fresh.hex(64),
  providerAccountId: fresh.id('pac'),
  to: '56767',
  from: '+919876543210',
  reference: 'udh8:7',
  total: 2,
  number: 1,
  alphabet: { name: 'gsm7' },
  octets: '48656c6c6f20',
  stopWords: [],
  raw: 'esm_class:64 data_coding:0',
  receivedAtMs: NOW_MS + 2_000,
  state: 'waiting',
  ...overrides,
})
