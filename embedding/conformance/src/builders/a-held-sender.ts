import type { HeldSender } from '@postrider/core/catalog/domain/held-sender'
import { fresh, NOW_MS } from './fresh.js'

/** A sender whose promotional messages are on hold. */
export const aHeldSender = (overrides: Partial<HeldSender> = {}): HeldSender => ({
  inboundId: fresh.id('inb'),
  providerAccountId: fresh.id('pac'),
  sender: `held-${fresh.hex(8)}`,
  createdAtMs: NOW_MS,
  ...overrides,
})
