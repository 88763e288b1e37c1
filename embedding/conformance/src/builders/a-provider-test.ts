import type { ProviderTest } from '@postrider/core/providers/domain/provider-tests/provider-test'
import { fresh, NOW_MS } from './fresh.js'

/** A test of a provider account that no dispatcher has taken yet. */
export const aProviderTest = (overrides: Partial<ProviderTest> = {}): ProviderTest => ({
  testId: fresh.id('pts'),
  providerAccountId: fresh.id('pac'),
  messageId: fresh.id('msg'),
  userId: fresh.id('usr'),
  reason: 'The account is new.',
  channel: 'sms',
  to: '+4915123456789',
  sender: { channel: 'sms', header: 'TSHOP' },
  registration: undefined,
  state: 'requested',
  detail: undefined,
  isReported: undefined,
  requestedAtMs: NOW_MS,
  leaseUntilMs: undefined,
  providerMessageIds: [],
  transcript: [],
  ...overrides,
})
