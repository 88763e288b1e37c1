import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from './fresh.js'

/** A stored customer key for reading, with a secret that nobody knows. */
export const anAgentKey = (overrides: Partial<AgentKey> = {}): AgentKey => ({
  agentKeyId: fresh.id('agk'),
  kind: 'customer',
  organizationId: fresh.id('org'),
  sponsorId: fresh.id('usr'),
  selector: fresh.hex(16),
  verifier: fresh.hex(64),
  allowlist: ['getCustomerContext'],
  label: 'a reader',
  createdAtMs: NOW_MS,
  confirmedAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 365 * DAY_MS,
  revokedAtMs: undefined,
  spentAtMs: undefined,
  ...overrides,
})
