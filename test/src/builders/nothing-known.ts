import type { JudgeKnown } from '@postrider/core/messaging/domain/acceptance/judge-known'

/** The facts of a world in which nothing ever happened. */
export const nothingKnown: JudgeKnown = {
  accepted: new Map(),
  receipts: new Map(),
  accounts: new Map(),
  budgetUses: new Map(),
  suppressed: new Map(),
  otpsSent: new Map(),
  prefixes: new Map(),
}
