import type { AcceptanceQuery } from '@postrider/core/messaging/ports/acceptance-storage'

/** A query with only the given parts. */
export const anAcceptanceQuery = (overrides: Partial<AcceptanceQuery> = {}): AcceptanceQuery => ({
  organizations: [],
  noticed: { everyone: 0, organizations: new Map() },
  keys: [],
  receipts: [],
  accounts: [],
  budgets: [],
  suppressions: [],
  optIns: [],
  otps: undefined,
  waits: true,
  ...overrides,
})
