import type { UnreadableCallback } from '@postrider/core/providers/domain/receipts/unreadable-callback'
import { fresh, NOW_MS } from './fresh.js'
import { sha256 } from './sha256.js'

/** A provider's callback that couldn't be parsed. */
export const anUnreadableCallback = (overrides: Partial<UnreadableCallback> = {}): UnreadableCallback => ({
  callbackId: fresh.id('ucb'),
  providerAccountId: fresh.id('pac'),
  detail: 'the callback contains no message status',
  raw: '{"status":"77"}',
  eventKey: sha256(fresh.hex(16)),
  receivedAtMs: NOW_MS + 2_000,
  ...overrides,
})
