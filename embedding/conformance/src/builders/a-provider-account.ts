import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { fresh, NOW_MS } from './fresh.js'

/** An enabled sandbox account for every channel. */
export const aProviderAccount = (overrides: Partial<ProviderAccount> = {}): ProviderAccount => ({
  providerAccountId: fresh.id('pac'),
  kind: 'sandbox',
  name: 'Sandbox',
  channels: ['sms', 'whatsapp', 'email'],
  status: 'enabled',
  settings: {},
  sealedSecrets: `v1.k1.${fresh.hex(40)}`,
  maxConcurrent: 8,
  ratePerSecond: undefined,
  timeoutMs: 10_000,
  createdAtMs: NOW_MS,
  version: 1,
  ...overrides,
})
