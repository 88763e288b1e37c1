import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { fresh, NOW_MS } from './fresh.js'

/** A first attempt that just started. */
export const anAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  messageId: fresh.id('msg'),
  number: 1,
  providerAccountId: fresh.id('pac'),
  phase: 'intent',
  providerMessageId: undefined,
  providerReference: undefined,
  detail: undefined,
  startedAtMs: NOW_MS,
  endedAtMs: undefined,
  claim: NO_CLAIM,
  ...overrides,
})
