import type { Candidate, Submission } from '../../domain/acceptance/candidate.js'
import type { Quote } from '../../domain/acceptance/quote.js'
import { type BudgetUseKey, budgetUseKey, periodStartOf } from '../../../ledger/domain/budgets/budget.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import { accountKey, type AccountKey } from '../../../ledger/domain/account.js'
import { countedSince, prefixKey } from '../../../otp/domain/breaker.js'
import { VELOCITY_WINDOW_MS } from '../../../otp/domain/velocity.js'
import { type SuppressionKey, suppressionKey } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptanceQuery, OtpQuery } from '../../ports/acceptance-storage.js'

/** Removes duplicates by key. */
const once = <A>(list: readonly A[], keyOf: (one: A) => string): readonly A[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
]

const budgetsOf = ({ budgets }: Quote, nowMs: EpochMs): readonly BudgetUseKey[] =>
  budgets.map(({ budgetId, period }) => ({ budgetId, periodStartMs: periodStartOf(period, nowMs) }))

const otpsOf = (candidates: readonly Candidate[], nowMs: EpochMs): OtpQuery | undefined => {
  const limited = candidates.flatMap(({ appId, otp }) =>
    otp === undefined || otp.isUnlimited ? [] : [{ appId, ...otp }],
  )
  if (limited.length === 0) return undefined
  const prefixes: ReadonlyArray<{ appId: AppId; prefix: string }> = limited.map(({ appId, prefix }) => ({
    appId,
    prefix,
  }))
  return {
    destinations: [...new Set(limited.map(({ destination }) => destination))],
    sentSinceMs: nowMs - VELOCITY_WINDOW_MS,
    prefixes: once(prefixes, prefixKey),
    countedSinceMs: countedSince(nowMs),
  }
}

/** How a query waits, and the changes that its caller has noticed or wants to know. */
export type AcceptanceTerms = Pick<AcceptanceQuery, 'waits' | 'noticed' | 'changesAfterCommit'>

/** A query that waits for accounts, for a caller that has noticed no changes. */
const WAITING: AcceptanceTerms = {
  waits: true,
  noticed: { everyone: 0, organizations: new Map() },
}

/** The data that `accept` must read and lock to decide on the submissions, without duplicates. */
export const acceptanceQueryOf = (
  submissions: readonly Submission[],
  organizations: readonly OrganizationId[],
  nowMs: EpochMs,
  { waits, noticed, changesAfterCommit }: AcceptanceTerms = WAITING,
): AcceptanceQuery => {
  const candidates = submissions.flatMap((submission) => submission.candidates)
  const accounts = new Map<string, AccountKey>()
  const budgets = new Map<string, BudgetUseKey>()
  const suppressions: SuppressionKey[] = []
  const optIns: SuppressionKey[] = []
  for (const { organizationId, recipient, quoted } of candidates) {
    if (recipient !== undefined) suppressions.push({ organizationId, recipient })
    if (E.isLeft(quoted)) continue
    const { environment, charge, requiresOptIn } = quoted.right
    if (requiresOptIn && recipient !== undefined) optIns.push({ organizationId, recipient })
    const account = { organizationId, environment, currency: charge.currency }
    accounts.set(accountKey(account), account)
    for (const use of budgetsOf(quoted.right, nowMs)) budgets.set(budgetUseKey(use), use)
  }
  return {
    organizations: [...new Set(organizations)],
    keys: [...new Set(candidates.map(({ key }) => key))],
    receipts: [
      ...new Set(submissions.flatMap(({ receipt }) => (receipt === undefined ? [] : [receipt.key]))),
    ],
    accounts: [...accounts.values()],
    budgets: [...budgets.values()],
    suppressions: once(suppressions, suppressionKey),
    optIns: once(optIns, suppressionKey),
    otps: otpsOf(candidates, nowMs),
    waits,
    noticed,
    changesAfterCommit,
  }
}

/** Whether the query is still for the current periods: midnight may have passed since it was made. */
export const isOfToday = (
  query: AcceptanceQuery,
  submissions: readonly Submission[],
  nowMs: EpochMs,
): boolean =>
  query.budgets.length === 0 ||
  sameBudgets(query, acceptanceQueryOf(submissions, query.organizations, nowMs, query))

const sameBudgets = (one: AcceptanceQuery, other: AcceptanceQuery): boolean => {
  const keys = new Set(one.budgets.map(budgetUseKey))
  return other.budgets.every((use) => keys.has(budgetUseKey(use)))
}
