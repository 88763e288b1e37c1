import type { Digest } from '@postrider/core/kernel/digests/digest'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceQuery,
} from '@postrider/core/messaging/ports/acceptance-storage'
import { budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import { uniqueCells } from '../../cells/cell.js'
import { digestCell, shortDigestCells } from '../../cells/digest-cell.js'
import { idCell } from '../../cells/id-cell.js'
import { assertion } from '../../engine/assertion.js'
import type { Statement } from '../../engine/engine.js'
import { assertStatus } from '../../guards/catalog-versions.js'
import { lockAccounts, lockAccountsAtOnce } from '../../ledger/accounts-table.js'

/** The digest of an account's last event covers its whole history, and is unique to the account. */
const accountsStand = assertion(`
  accounts a {by accounts.PRIMARY}
  WHERE a.organization_id IN (?x*) AND a.environment IN (?*) AND a.currency IN (?*) AND a.head_digest IN (?x*)`)
const budgetStands = assertion(`
  budget_uses u WHERE u.budget_id = ?x AND u.period_start = ? AND u.used = ? AND u.alerted_percent = ?
    AND COALESCE(u.first_refused_at, 0) = ?`)
const nobodySuppressed = assertion(`
  suppressions s {by suppressions.by_slot} WHERE s.organization_id IN (?x*) AND s.recipient IN (?x*)`)
const allOptedIn = assertion(`
  opt_ins o {by opt_ins.PRIMARY}
  WHERE o.organization_id = ?x AND o.recipient IN (?x*) AND o.is_general = 1`)
const keysUnused = assertion('idempotency i {by idempotency.PRIMARY} WHERE i.idempotency_key IN (?x*)')
const receiptsUnused = assertion('batch_receipts b WHERE b.receipt_key IN (?x*)')

const headsOf = (keys: readonly AccountKey[], { accounts }: AcceptanceFacts): readonly string[] =>
  keys.flatMap((key) => {
    const account = accounts.get(accountKey(key))
    return account === undefined ? [] : [digestCell(account.headDigest, 32)]
  })

/** The keys without an inserted row, which would check the key itself. */
const without = (
  keys: readonly Digest[],
  written: ReadonlyArray<{ readonly key: Digest }>,
): readonly Digest[] => {
  if (written.length === keys.length) return []
  const inserted = new Set(written.map(({ key }) => key))
  return keys.filter((key) => !inserted.has(key))
}

const unusedKeys = (query: AcceptanceQuery, plan: AcceptancePlan<unknown>): readonly Statement[] => {
  const keys = without(query.keys, plan.acceptances)
  const receipts = without(query.receipts, plan.receipts)
  return [
    ...(keys.length === 0 ? [] : [keysUnused(shortDigestCells(keys), 0)]),
    ...(receipts.length === 0 ? [] : [receiptsUnused(shortDigestCells(receipts), 0)]),
  ]
}

/** A statement for each Organization, because a count over several doesn't show whose recipient is missing. */
const optInsStand = (optIns: AcceptanceQuery['optIns']): readonly Statement[] =>
  [...new Set(optIns.map(({ organizationId }) => organizationId))].map((organizationId) => {
    const recipients = optIns.flatMap((key) => (key.organizationId === organizationId ? [key.recipient] : []))
    return allOptedIn(idCell(organizationId), shortDigestCells(recipients), recipients.length)
  })

const policyStands = (
  { budgets, suppressions, optIns }: AcceptanceQuery,
  { budgetUses }: AcceptanceFacts,
): readonly Statement[] => {
  const uses = budgets.flatMap((key) => budgetUses.get(budgetUseKey(key)) ?? [])
  return [
    ...uses.map(({ budgetId, periodStartMs, usedMinor, alertedPercent, firstRefusedAtMs = 0 }) =>
      budgetStands(idCell(budgetId), periodStartMs, usedMinor, alertedPercent, firstRefusedAtMs, 1),
    ),
    ...(suppressions.length === 0
      ? []
      : [
          nobodySuppressed(
            uniqueCells(suppressions.map(({ organizationId }) => idCell(organizationId))),
            shortDigestCells(suppressions.map(({ recipient }) => recipient)),
            0,
          ),
        ]),
    ...optInsStand(optIns),
  ]
}

/**
 * The statements that let a plan pass only if its facts match the database: accounts are locked first, as
 * always, and everything else is read after that. The plan's insertions themselves assert that their keys are
 * unused.
 */
export const assertionsOf = (
  query: AcceptanceQuery,
  known: AcceptanceFacts,
  plan: AcceptancePlan<unknown>,
): readonly Statement[] => [
  query.waits ? lockAccounts(query.accounts) : lockAccountsAtOnce(query.accounts),
  accountsStand(
    uniqueCells(query.accounts.map(({ organizationId }) => idCell(organizationId))),
    uniqueCells(query.accounts.map(({ environment }) => environment)),
    uniqueCells(query.accounts.map(({ currency }) => currency)),
    headsOf(query.accounts, known),
    query.accounts.length,
  ),
  ...policyStands(query, known),
  ...unusedKeys(query, plan),
  assertStatus(query.organizations, known.changes),
]
