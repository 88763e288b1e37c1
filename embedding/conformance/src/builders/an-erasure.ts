import { type Erasure, newErasure } from '@postrider/core/messaging/domain/erasure/erasure'
import { fresh, NOW_MS } from './fresh.js'

/** An erasure that has just started. */
export const anErasure = (overrides: Partial<Erasure> = {}): Erasure => ({
  ...newErasure(
    {
      erasureId: fresh.id('era'),
      organizationId: fresh.id('org'),
      source: 'organization',
      requestedBy: fresh.id('usr'),
      sealedTo: `v1.first.${fresh.hex(40)}`,
    },
    NOW_MS,
  ),
  ...overrides,
})
