import type { Sha256 } from '../../../kernel/digests/digest.js'
import { type Account, accountKey } from '../../../ledger/domain/account.js'
import { post } from '../../../ledger/domain/post.js'
import { canReserve } from '../../../ledger/domain/reserve.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { AppliedSuppression } from '../../../consent/domain/applied-suppression.js'
import { isGranted } from '../../../consent/domain/opt-in.js'
import { suppressionKey } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { budgetWorkingSet, type BudgetChanges } from './budget-working-set.js'
import type { Candidate } from './candidate.js'
import type { JudgeFacts } from './judge-facts.js'
import type { NewAcceptance } from './new-acceptance.js'
import { openOtpWorkingSet, type OtpChanges } from './otp-working-set.js'
import type { Quote } from './quote.js'
import { toMessage } from './to-message.js'

/** All changes of the candidates decided so far. */
export interface WorkingSetChanges extends OtpChanges, BudgetChanges {
  readonly acceptances: readonly NewAcceptance[]
  /** The accounts that were charged, with their new balances. */
  readonly accounts: readonly Account[]
}

/** The facts during a batch: each candidate sees what the previous ones took. */
export interface WorkingSet {
  /** The suppression that applies to the candidate's recipient; undefined if there is none. */
  suppression(candidate: Candidate): AppliedSuppression | undefined
  /** Whether the candidate's recipient has a recorded opt-in for its app and channel. */
  hasOptedIn(candidate: Candidate): boolean
  /**
   * Reserves and accepts, or returns the refusal of the first failed check: velocity, budget, balance
   * (docs/api/sending#order-of-checks). Budgets that refuse keep the time of their first refusal.
   */
  admit(candidate: Candidate, quote: Quote): E.Either<Refusal, void>
  changes(): WorkingSetChanges
}

/** Opens the working set on the facts of a transaction. It is pure except for its own memory. */
export const openWorkingSet = (facts: JudgeFacts, nowMs: EpochMs, sha256: Sha256): WorkingSet => {
  const acceptances: NewAcceptance[] = []
  const accounts = new Map<string, Account>()
  const budgets = budgetWorkingSet(facts, nowMs)
  const otps = openOtpWorkingSet(facts, nowMs)

  const reserve = (candidate: Candidate, quote: Quote, accountAt: string, account: Account): void => {
    const { appId, messageId, entryId, key, material } = candidate
    const { amountMinor } = quote.charge
    const posting = { entryId, type: 'reservation' as const, amountMinor, appId, messageId }
    const booked = post(account, posting, nowMs, sha256)
    accounts.set(accountAt, booked.account)
    acceptances.push({
      key,
      material,
      message: toMessage(candidate, quote, nowMs),
      reservation: booked.event,
    })
  }

  return {
    suppression: ({ organizationId, recipient }) =>
      recipient === undefined
        ? undefined
        : facts.suppressed.get(suppressionKey({ organizationId, recipient })),
    hasOptedIn: ({ organizationId, recipient, appId, request: { channel } }) =>
      recipient !== undefined &&
      isGranted(facts.optedIn.get(suppressionKey({ organizationId, recipient })) ?? [], appId, channel),
    admit: (candidate, quote) => {
      const { organizationId, otp } = candidate
      const { amountMinor, currency } = quote.charge
      const forbidden = otp === undefined ? undefined : otps.check(candidate, otp)
      if (forbidden !== undefined) return E.left(forbidden)
      const key = accountKey({ organizationId, environment: quote.environment, currency })
      const account = accounts.get(key) ?? facts.accounts.get(key)
      const refusing = budgets.refusing(quote.budgets, amountMinor)
      if (refusing.length > 0) {
        // Without an account, no lock orders the transactions, and nothing could be sent anyway.
        if (account !== undefined) budgets.refuse(refusing)
        return E.left(refusal('BudgetExceeded'))
      }
      if (!canReserve(account, amountMinor)) return E.left(refusal('InsufficientBalance'))

      reserve(candidate, quote, key, account)
      budgets.spend(quote.budgets, amountMinor)
      if (otp !== undefined) otps.accept(candidate, otp)
      return E.right(undefined)
    },
    changes: () => ({
      ...otps.written(),
      ...budgets.changes(),
      acceptances,
      accounts: [...accounts.values()],
    }),
  }
}
