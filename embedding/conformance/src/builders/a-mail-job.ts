import type { MailJob } from '@postrider/core/identity/domain/mail/mail-job'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from './fresh.js'

/** An email that may be sent at once. */
export const aMailJob = (overrides: Partial<MailJob> = {}): MailJob => ({
  mailJobId: fresh.hex(32),
  kind: 'recovery',
  sealed: fresh.hex(120),
  createdAtMs: NOW_MS,
  dueAtMs: NOW_MS,
  attempts: 0,
  expiresAtMs: NOW_MS + DAY_MS,
  ...overrides,
})
