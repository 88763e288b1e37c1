import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { RetainedFigures } from '@postrider/core/platform/domain/retention/retention'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Figures } from '@postrider/core/platform/ports/figure-storage'
import type { ReceiverStatus } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookBacklog } from '@postrider/core/webhooks/ports/webhook-storage'

/** Gauges whose values have to be read periodically. */
export interface Gauges {
  /** Messages that still need work, and how long the oldest one has been waiting for the queue. */
  outbox(pending: number, oldestAgeMs: number): void
  queueDepth(lane: Lane, jobs: number): void
  queueUp(isUp: boolean): void
  /** Changes that wait for their number in the feed, and the newest number. */
  feed(unnumbered: number, newest: number): void
  /** Accounts found drifting in a full round of the reconciler. */
  driftingAccounts(accounts: number): void
  /** Tasks that wait for people, what is stopped, and the calls and state of provider accounts. */
  figures(figures: Figures): void
  /** What waits at the webhook endpoints of each state. */
  webhooks(backlog: readonly WebhookBacklog[], nowMs: EpochMs): void
  /** What waits for the event receiver of the installation; undefined: there is none. */
  receiver(status: ReceiverStatus | undefined, nowMs: EpochMs): void
  /** The oldest row of each kind that is deleted by age, and its growth. */
  retained(figures: readonly RetainedFigures[], nowMs: EpochMs): void
  /** The health of the provider accounts that this process has open. */
  health(healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>): void
}
