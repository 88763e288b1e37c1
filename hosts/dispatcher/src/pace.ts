import type { RetentionLimits } from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** How often a dispatcher does what. */
export interface DispatcherIntervals {
  /** How often the outbox is looked at when nothing is known to be due; acceptances of this process wake it. */
  readonly relayMs: number
  /** How soon parked messages are looked for again after the storage failed. */
  readonly releaseMs: number
  /** Unanswered deliveries of each lane: enough for large batches, few enough to be sent within their leases. */
  readonly prefetch: number
  readonly receiptSweepMs: number
  /** How often it is looked which provider accounts are to be open. */
  readonly accountMs: number
  /** How often it is looked how the provider accounts stand that are open; what became worse is told every ten seconds. */
  readonly healthMs: number
  /** How often tests of provider accounts are looked for. */
  readonly testMs: number
  readonly reconcileMs: number
  /** How often it is looked whether the heads of the ledger are to be signed, which they are once an hour. */
  readonly headsMs: number
  /** How often mails of the service's own are looked for. */
  readonly mailMs: number
  /** How often balances are compared with their thresholds. */
  readonly balanceMs: number
  /** How often new texts of tickets are added to the search index. */
  readonly ticketMs: number
  /** How often bulks are looked for that nobody works at. */
  readonly bulkMs: number
  readonly gaugeMs: number
  /** How often it is counted what waits for people and what is stopped. */
  readonly figureMs: number
  readonly purgeMs: number
  /** How long idempotency keys are kept (docs/contract#idempotency). */
  readonly keysKeptForMs: number
  /** How long messages, provider calls and search entries are kept. */
  readonly retention: RetentionLimits
  /** How long a stop waits for provider calls under way; what is not done by then is delivered again. */
  readonly stopTimeoutMs: number
}

export const DEFAULT_PACE: DispatcherIntervals = {
  relayMs: 75,
  releaseMs: SECOND_MS,
  prefetch: 1000,
  receiptSweepMs: 1500,
  accountMs: 5 * SECOND_MS,
  healthMs: SECOND_MS,
  testMs: SECOND_MS,
  reconcileMs: SECOND_MS,
  headsMs: MINUTE_MS,
  mailMs: SECOND_MS,
  balanceMs: 10 * SECOND_MS,
  ticketMs: 5 * SECOND_MS,
  bulkMs: SECOND_MS,
  gaugeMs: 3 * SECOND_MS,
  figureMs: 30 * SECOND_MS,
  purgeMs: HOUR_MS,
  keysKeptForMs: 400 * DAY_MS,
  retention: { messages: undefined, attempts: undefined, search: undefined },
  stopTimeoutMs: 15 * SECOND_MS,
}
