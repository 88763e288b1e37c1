import type { AcceptanceInquiry } from '@postrider/core/ports/storage/acceptance-storage'

/** An inquiry that asks for nothing but what is said. */
export const anInquiry = (asked: Partial<AcceptanceInquiry> = {}): AcceptanceInquiry => ({
  keys: [],
  receipts: [],
  accounts: [],
  budgets: [],
  suppressions: [],
  otps: undefined,
  ...asked,
})
