import type { EntryId, OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import { type Account, availableMinor } from '../../ledger/domain/account.js'
import type { Posting } from '../../ledger/domain/post.js'
import { present } from '../../kernel/present.js'
import { isAmount } from '../../kernel/money/money.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { BalanceProposal, PriceProposal } from './approval.js'

/**
 * The price version for an approved proposal. If its effective time has already passed, it takes effect at
 * the decision, so that no accepted message gets another price than the one known at its acceptance.
 */
export const pricedAt = (
  {
    channel,
    destinationPrefix,
    category,
    currency,
    unitAmountMinor,
    chargeOn,
    effectiveFromMs,
  }: PriceProposal,
  organizationId: OrganizationId | undefined,
  priceVersionId: PriceVersionId,
  nowMs: EpochMs,
): PriceVersion => ({
  priceVersionId,
  organizationId,
  channel,
  destinationPrefix,
  ...present({ category }),
  currency,
  unitAmountMinor,
  chargeOn,
  effectiveFromMs: Math.max(effectiveFromMs, nowMs),
})

/** Whether the account's balance stays within the safe integers after an addition. */
export const canHold = (account: Account, amountMinor: number): boolean =>
  isAmount(account.postedMinor + amountMinor)

/**
 * The posting for an approved proposal. Conflict if the balance would leave the safe integers, or the
 * available amount would become negative (docs/api/money#balances).
 */
export const postingFor = (
  { amountMinor }: BalanceProposal,
  account: Account,
  entryId: EntryId,
): E.Either<Refusal, Posting> => {
  const isPossible =
    amountMinor > 0 ? canHold(account, amountMinor) : availableMinor(account) + amountMinor >= 0
  if (!isPossible) return E.left(refusal('Conflict'))
  return E.right({ entryId, type: amountMinor > 0 ? 'credit' : 'debit', amountMinor: Math.abs(amountMinor) })
}
