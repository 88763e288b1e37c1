import type { RetentionLimits } from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** The intervals of a dispatcher's work. */
export interface DispatcherIntervals {
  /** How often the outbox is checked when nothing is known to be due; acceptances of this process wake it. */
  readonly relayMs: number
  /** How soon parked messages are checked again after the storage failed. */
  readonly releaseMs: number
  /**
   * Unacknowledged deliveries per lane: enough for large batches, and few enough to be sent within their
   * leases.
   */
  readonly prefetch: number
  readonly receiptSweepMs: number
  /** How often the set of open provider accounts is updated. */
  readonly accountMs: number
  /**
   * How often the health of open provider accounts is checked; a change for the worse is reported every ten
   * seconds.
   */
  readonly healthMs: number
  /** How often requested tests of provider accounts are started. */
  readonly testMs: number
  /** How often templates are compared with those that their vendors have. */
  readonly templateMs: number
  readonly reconcileMs: number
  /**
   * How often it is checked whether the heads of the ledger are due for signing, which happens once an hour.
   */
  readonly headsMs: number
  /** How often the service's own emails are sent. */
  readonly mailMs: number
  /** How often balances are compared with their thresholds. */
  readonly balanceMs: number
  /** How often credentials that expire soon are looked up. */
  readonly credentialMs: number
  /** How often it is checked whether webhook endpoints have events; at once while there are more. */
  readonly webhookMs: number
  /** The same after the storage failed. */
  readonly webhookRetryMs: number
  /** How often owners are told about failing webhook endpoints. */
  readonly webhookNoticeMs: number
  /** How often new texts of tickets are added to the search index. */
  readonly ticketMs: number
  /** How often unclaimed bulks are looked up. */
  readonly bulkMs: number
  readonly gaugeMs: number
  /** How often waiting tasks and stopped targets are counted. */
  readonly figureMs: number
  readonly purgeMs: number
  /** How often due erasures of recipients are looked up. */
  readonly erasureMs: number
  /** How long idempotency keys are kept (docs/api/conventions#idempotency). */
  readonly keysKeptForMs: number
  /** How long the events of apps are kept (docs/api/events#retention). */
  readonly eventsKeptForMs: number
  /** How long messages, provider calls and search entries are kept. */
  readonly retention: RetentionLimits
  /**
   * How long a stop waits for provider calls in progress; messages that aren't done by then are delivered
   * again.
   */
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
  templateMs: HOUR_MS,
  reconcileMs: SECOND_MS,
  headsMs: MINUTE_MS,
  mailMs: SECOND_MS,
  balanceMs: 10 * SECOND_MS,
  credentialMs: MINUTE_MS,
  webhookMs: 150,
  webhookRetryMs: SECOND_MS,
  webhookNoticeMs: 10 * SECOND_MS,
  ticketMs: 5 * SECOND_MS,
  bulkMs: SECOND_MS,
  gaugeMs: 3 * SECOND_MS,
  figureMs: 30 * SECOND_MS,
  purgeMs: HOUR_MS,
  erasureMs: 5 * SECOND_MS,
  keysKeptForMs: 400 * DAY_MS,
  eventsKeptForMs: 30 * DAY_MS,
  retention: { messages: undefined, attempts: undefined, search: undefined },
  stopTimeoutMs: 15 * SECOND_MS,
}
