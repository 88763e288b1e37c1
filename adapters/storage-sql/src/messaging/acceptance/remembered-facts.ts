import { isDeepStrictEqual } from 'node:util'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceQuery,
} from '@postrider/core/messaging/ports/acceptance-storage'
import { type BudgetUse, budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { recent } from '@postrider/core/kernel/caching/recent'
import { rememberedAccounts } from './remembered-accounts.js'
import { rememberedVersions } from './remembered-versions.js'

/** Uses of budgets that are remembered at the most. */
const REMEMBERED_AT_MOST = 10_000
/** Budgets that a plan may stand on without reading them: each is asserted by a statement of its own. */
const BUDGETS_AT_MOST = 16

const NOTHING_FOUND = {
  isHeld: false,
  accepted: new Map(),
  receipts: new Map(),
  suppressed: new Map(),
  otpsSent: new Map(),
  prefixes: new Map(),
} satisfies Partial<AcceptanceFacts>

/**
 * What the last transactions found and left, so that the next may be written on it without a reading; the database asserts
 * it (docs/decisions/0054). Nothing here is ever answered or written unasserted.
 */
export interface RememberedFacts {
  /** All that the query asks for, as it was last seen; undefined where something has to be read. */
  recall(query: AcceptanceQuery): AcceptanceFacts | undefined
  /** What a transaction found and left behind. */
  keep(found: AcceptanceFacts, plan: AcceptancePlan<unknown>): void
  /** The recalled facts still held: the accounts are nobody else's for now. */
  hit(query: AcceptanceQuery): void
  /** The recalled facts were stale; `found` is what was read afterwards. */
  invalidate(query: AcceptanceQuery, recalled: AcceptanceFacts, found: AcceptanceFacts): void
}

/** Remembers nothing yet. */
export const rememberedFacts = (): RememberedFacts => {
  const accounts = rememberedAccounts()
  const budgets = recent<string, BudgetUse>(REMEMBERED_AT_MOST)
  const versions = rememberedVersions(REMEMBERED_AT_MOST)
  let isHeld = false

  const recallBudgets = ({ budgets: keys }: AcceptanceQuery): ReadonlyMap<string, BudgetUse> | undefined => {
    const recalled = new Map<string, BudgetUse>()
    for (const of of keys) {
      const key = budgetUseKey(of)
      const remembered = budgets.get(key)
      if (remembered !== undefined) recalled.set(key, remembered)
    }
    return recalled.size === keys.length ? recalled : undefined
  }

  return {
    recall: (query) => {
      if (isHeld || query.otps !== undefined || query.accounts.length === 0) return undefined
      if (query.budgets.length > BUDGETS_AT_MOST) return undefined
      const budgetUses = recallBudgets(query)
      const changes =
        budgetUses === undefined ? undefined : versions.recall(query.organizations, query.noticed)
      const recalled = changes === undefined ? undefined : accounts.recall(query.accounts)
      if (recalled === undefined || budgetUses === undefined || changes === undefined) return undefined
      return { ...NOTHING_FOUND, accounts: recalled, budgetUses, changes }
    },
    keep: (found, plan) => {
      isHeld = found.isHeld
      versions.keep(found.changes)
      accounts.keep([...found.accounts.values(), ...plan.accounts])
      for (const use of [...found.budgetUses.values(), ...plan.budgetUses])
        budgets.set(budgetUseKey(use), use)
    },
    hit: (query) => accounts.hit(query.accounts),
    invalidate: ({ accounts: keys }, recalled, found) => {
      const headOf = (known: AcceptanceFacts, key: string) => known.accounts.get(key)?.headDigest
      const changed = keys.filter((of) => {
        const key = accountKey(of)
        return headOf(recalled, key) !== headOf(found, key)
      })
      if (changed.length > 0) accounts.invalidate(changed)
      else if (isDeepStrictEqual(recalled.changes, found.changes)) accounts.invalidate(keys)
    },
  }
}
