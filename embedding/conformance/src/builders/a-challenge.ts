import type { Challenge } from '@postrider/core/otp/domain/challenge'
import { fresh, NOW_MS } from './fresh.js'

/** A challenge that just started and is valid for five minutes. */
export const aChallenge = (overrides: Partial<Challenge> = {}): Challenge => ({
  messageId: fresh.id('msg'),
  organizationId: fresh.id('org'),
  appId: fresh.id('app'),
  channel: 'sms',
  destination: fresh.hex(32),
  prefix: '+9198765',
  mac: fresh.hex(64),
  attempts: 0,
  state: 'PENDING',
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 300_000,
  verifiedAtMs: undefined,
  verifiedUnder: undefined,
  ...overrides,
})
