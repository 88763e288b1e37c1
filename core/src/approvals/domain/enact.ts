import type { EntryId, OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import { type Account, availableMinor } from '../../ledger/domain/account.js'
import type { Posting } from '../../ledger/domain/post.js'
import { isAmount } from '../../kernel/money/money.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { BalanceProposal, PriceProposal } from './approval.js'

/**
 * The price version that a proposal becomes at the moment of its decision. One whose time has come meanwhile takes
 * effect at that moment: no message has another price than the one that was known when it was accepted.
 */
export const pricedAt = (
  { channel, destinationPrefix, currency, unitAmountMinor, chargeOn, effectiveFromMs }: PriceProposal,
  organizationId: OrganizationId | undefined,
  priceVersionId: PriceVersionId,
  nowMs: EpochMs,
): PriceVersion => ({
  priceVersionId,
  organizationId,
  channel,
  destinationPrefix,
  currency,
  unitAmountMinor,
  chargeOn,
  effectiveFromMs: Math.max(effectiveFromMs, nowMs),
})

/** Whether the account could still be counted with so much more on it. */
export const canHold = (account: Account, amountMinor: number): boolean =>
  isAmount(account.postedMinor + amountMinor)

/**
 * What is to be booked on the account; Conflict where it cannot take that: it would hold more than can be counted, or
 * less than nothing would be available (docs/contract#balances).
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
