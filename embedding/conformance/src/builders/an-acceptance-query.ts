import type { AcceptanceQuery } from '@postrider/core/messaging/ports/acceptance-storage'

/** A query that asks for nothing but what is said. */
export const anAcceptanceQuery = (overrides: Partial<AcceptanceQuery> = {}): AcceptanceQuery => ({
  organizations: [],
  noticed: { everyone: 0, organizations: new Map() },
  keys: [],
  receipts: [],
  accounts: [],
  budgets: [],
  suppressions: [],
  otps: undefined,
  waits: true,
  ...overrides,
})
