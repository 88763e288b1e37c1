import type { Suppression } from '@postrider/core/consent/domain/suppression'
import { fresh, NOW_MS } from './fresh.js'

/** The suppression of a recipient who asked a super admin not to be contacted. */
export const aSuppression = (overrides: Partial<Suppression> = {}): Suppression => ({
  suppressionId: fresh.id('sup'),
  organizationId: fresh.id('org'),
  recipient: fresh.hex(32),
  maskedTo: '+91******3210',
  source: 'operator',
  scope: 'all',
  reason: 'asked us',
  createdAtMs: NOW_MS,
  ...overrides,
})
