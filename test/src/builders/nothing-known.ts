import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'

/** The facts of an empty system. */
export const nothingKnown: JudgeFacts = {
  accepted: new Map(),
  receipts: new Map(),
  accounts: new Map(),
  budgetUses: new Map(),
  suppressed: new Map(),
  optedIn: new Map(),
  otpsSent: new Map(),
  prefixes: new Map(),
}
