import type { BudgetUse } from '../../../ledger/domain/budgets/budget.js'
import type { Account } from '../../../ledger/domain/account.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { PrefixFacts } from '../../../otp/domain/breaker.js'
import type { PastSend } from '../../../otp/domain/velocity.js'
import type { AppliedSuppression } from '../../../consent/domain/applied-suppression.js'
import type { OptInGrant } from '../../../consent/domain/opt-in.js'
import type { EarlierAcceptance } from './earlier-acceptance.js'

/** The facts that decide on requests. The port AcceptanceStorage reads them under lock. */
export interface JudgeFacts {
  /** Earlier acceptances by idempotency identity. */
  readonly accepted: ReadonlyMap<Digest, EarlierAcceptance>
  /** The material of earlier batches by the idempotency identity of the batch. */
  readonly receipts: ReadonlyMap<Digest, Digest>
  /** By {@link accountKey}; accounts that were never opened are absent. */
  readonly accounts: ReadonlyMap<string, Account>
  /** By {@link budgetUseKey}; periods without any use are absent. */
  readonly budgetUses: ReadonlyMap<string, BudgetUse>
  /** By {@link suppressionKey}: the suppressed recipients of the query, with the suppression that applies. */
  readonly suppressed: ReadonlyMap<string, AppliedSuppression>
  /** By {@link suppressionKey}: the recorded opt-ins of the query's recipients that it asks for. */
  readonly optedIn: ReadonlyMap<string, readonly OptInGrant[]>
  /** The OTPs sent to each destination of the query. */
  readonly otpsSent: ReadonlyMap<Digest, readonly PastSend[]>
  /** By {@link prefixKey}. */
  readonly prefixes: ReadonlyMap<string, PrefixFacts>
}
