import type { BudgetUse } from '../../../ledger/domain/budgets/budget.js'
import type { Account } from '../../../ledger/domain/account.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { PrefixFacts } from '../../../otp/domain/breaker.js'
import type { PastSend } from '../../../otp/domain/velocity.js'
import type { SuppressionScope } from '../../../consent/domain/suppression.js'
import type { EarlierAcceptance } from './earlier-acceptance.js'

/** The facts that requests are judged by; the port AcceptanceStorage gathers them under lock. */
export interface JudgeFacts {
  /** Earlier acceptances by idempotency identity. */
  readonly accepted: ReadonlyMap<Digest, EarlierAcceptance>
  /** The material of earlier batches by the idempotency identity of the batch. */
  readonly receipts: ReadonlyMap<Digest, Digest>
  /** By {@link accountKey}; an account that was never opened is absent. */
  readonly accounts: ReadonlyMap<string, Account>
  /** By {@link budgetUseKey}; a period in which nothing was used yet is absent. */
  readonly budgetUses: ReadonlyMap<string, BudgetUse>
  /** By {@link suppressionKey}: those of the query that are suppressed, and what is sent to them no more. */
  readonly suppressed: ReadonlyMap<string, SuppressionScope>
  /** OTPs that went to each destination of the query. */
  readonly otpsSent: ReadonlyMap<Digest, readonly PastSend[]>
  /** By {@link prefixKey}. */
  readonly prefixes: ReadonlyMap<string, PrefixFacts>
}
