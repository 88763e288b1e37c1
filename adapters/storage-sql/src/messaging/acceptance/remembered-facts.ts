import { isDeepStrictEqual } from 'node:util'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceQuery,
} from '@postrider/core/messaging/ports/acceptance-storage'
import { type BudgetUse, budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import { GENERAL_GRANT, isGeneral } from '@postrider/core/consent/domain/opt-in'
import { suppressionKey } from '@postrider/core/consent/domain/suppression'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { recent } from '@postrider/core/kernel/caching/recent'
import { rememberedAccounts } from './remembered-accounts.js'
import { rememberedVersions } from './remembered-versions.js'

/** The maximum number of cached uses of budgets. */
const REMEMBERED_AT_MOST = 10_000
/**
 * The maximum number of budgets that a plan may use from the cache: each is asserted by a statement of its
 * own.
 */
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
 * The facts that the last transactions found and left, so that the next can be written without a reading; the
 * database asserts them (docs/decisions/0054). Nothing from here is ever returned or written unasserted.
 */
export interface RememberedFacts {
  /** All facts that the query needs, as they were last seen; undefined if one has to be read. */
  recall(query: AcceptanceQuery): AcceptanceFacts | undefined
  /** Stores the facts that a transaction found for a query, and left. */
  keep(query: AcceptanceQuery, found: AcceptanceFacts, plan: AcceptancePlan<unknown>): void
  /** The recalled facts were current: for now no other process changes the accounts. */
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
  /** Whether the last recipients who needed an opt-in all had one for everything, as recalled facts assume. */
  let isGenerallyOptedIn = true

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
      if (query.optIns.length > 0 && !isGenerallyOptedIn) return undefined
      const budgetUses = recallBudgets(query)
      const changes =
        budgetUses === undefined ? undefined : versions.recall(query.organizations, query.noticed)
      const recalled = changes === undefined ? undefined : accounts.recall(query.accounts)
      if (recalled === undefined || budgetUses === undefined || changes === undefined) return undefined
      const optedIn = new Map(query.optIns.map((key) => [suppressionKey(key), [GENERAL_GRANT]]))
      return { ...NOTHING_FOUND, optedIn, accounts: recalled, budgetUses, changes }
    },
    keep: (query, found, plan) => {
      isHeld = found.isHeld
      if (query.optIns.length > 0)
        isGenerallyOptedIn = query.optIns.every(
          (key) => found.optedIn.get(suppressionKey(key))?.some(isGeneral) === true,
        )
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
