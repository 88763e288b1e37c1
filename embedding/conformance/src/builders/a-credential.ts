import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from './fresh.js'

/** An active credential with every permission on every channel. */
export const aCredential = (overrides: Partial<ServerCredential> = {}): ServerCredential => ({
  credentialId: fresh.id('crd'),
  organizationId: fresh.id('org'),
  brandId: fresh.id('brd'),
  projectId: fresh.id('prj'),
  appId: fresh.id('app'),
  environment: 'test',
  selector: fresh.hex(16),
  verifier: fresh.hex(64),
  actions: ['messages.send', 'messages.read', 'billing.read', 'usage.read', 'events.read'],
  channels: ['sms', 'whatsapp', 'email'],
  label: 'server',
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 365 * DAY_MS,
  revokedAtMs: undefined,
  createdBy: undefined,
  createdByKey: undefined,
  ...overrides,
})
