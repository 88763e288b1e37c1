import type { ConsentEntry } from '@postrider/core/consent/domain/consent-entry'
import { fresh, NOW_MS } from './fresh.js'

/** An opt-in that an Organization recorded. */
export const aConsent = (overrides: Partial<ConsentEntry> = {}): ConsentEntry => ({
  consentId: fresh.id('con'),
  organizationId: fresh.id('org'),
  recipient: fresh.hex(32),
  maskedTo: '+91******3210',
  kind: 'opt_in',
  source: 'organization',
  scope: 'promotional',
  appId: undefined,
  channel: undefined,
  evidence: 'Form 4711.',
  givenAtMs: NOW_MS - 1,
  recordedAtMs: NOW_MS,
  ...overrides,
})
