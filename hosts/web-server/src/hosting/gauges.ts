import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { RetainedFigures } from '@postrider/core/platform/domain/retention/retention'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Figures } from '@postrider/core/platform/ports/figure-storage'

/** Figures that somebody has to look up now and then. */
export interface Gauges {
  /** Messages that still need something, and for how long the oldest has not gone to the queue. */
  outbox(pending: number, oldestAgeMs: number): void
  queueDepth(lane: Lane, jobs: number): void
  queueUp(isUp: boolean): void
  /** Changes that wait for their number in the feed, and the newest number. */
  feed(unnumbered: number, newest: number): void
  /** Accounts found drifting in a full round of the reconciler. */
  driftingAccounts(accounts: number): void
  /** What waits for people, what is stopped, and how the provider accounts are called and stand. */
  figures(figures: Figures): void
  /** The oldest row of each kind that is deleted by age, and its growth. */
  retained(figures: readonly RetainedFigures[], nowMs: EpochMs): void
  /** How the provider accounts stand that this process has open. */
  health(healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>): void
}
