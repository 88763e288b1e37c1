import type { AccountHealth, HealthStatus } from '@postrider/core/providers/domain/calls/account-health'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { RetainedFigures } from '@postrider/core/platform/domain/retention/retention'
import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Figures } from '@postrider/core/platform/ports/figure-storage'
import { receiverState, type ReceiverStatus } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookBacklog } from '@postrider/core/webhooks/ports/webhook-storage'
import type { Instruments } from './instruments.js'

/**
 * Shows provider accounts by their current names: a renamed one keeps its series under the new name, and the
 * old name is removed.
 */
const showProviders = (on: Instruments, accounts: Figures['providerAccounts']): void => {
  on.providerInfo.reset()
  on.providerEnabled.reset()
  for (const { providerAccountId: provider, name, kind, status } of accounts) {
    on.providerInfo.set({ provider, name, kind }, 1)
    on.providerEnabled.set({ provider }, status === 'enabled' ? 1 : 0)
    // Closed until it opens: sets an initial 0 for accounts without an event.
    on.circuitOpen.inc({ provider }, 0)
  }
}

const STANDS: Readonly<Record<HealthStatus, number>> = { up: 1, connecting: 0.5, refused: 0, down: 0 }

/** Shows the health of the accounts that this process has open, and of no others. */
export const showHealth = (
  on: Instruments,
  healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>,
): void => {
  for (const gauge of [
    on.providerHealth,
    on.providerProblem,
    on.providerSessions,
    on.providerCallsInFlight,
    on.providerSpeed,
  ])
    gauge.reset()
  for (const [provider, health] of healthByAccount) {
    const { status, detail, sessions, callsInFlight, isCircuitOpen = false, slowedTo = 1 } = health
    const isProblem = isCircuitOpen || STANDS[status] === 0
    const reason = isProblem ? (detail ?? 'the cause is unknown') : ''
    on.providerProblem.set({ provider, reason }, isProblem ? 1 : 0)
    on.providerHealth.set({ provider }, STANDS[status])
    on.providerSessions.set({ provider }, sessions)
    on.providerCallsInFlight.set({ provider }, callsInFlight)
    on.providerSpeed.set({ provider }, slowedTo)
  }
}

/** The age of the oldest row of each kind; 0: there is none. */
export const showRetained = (on: Instruments, figures: readonly RetainedFigures[], nowMs: EpochMs): void => {
  for (const { kind, oldestMs, perDay } of figures) {
    on.storedPerDay.set({ kind }, perDay)
    on.storedOldest.set({ kind }, Math.max(0, nowMs - (oldestMs ?? nowMs)) / SECOND_MS)
  }
}

/** What waits at webhook endpoints, and the age of the oldest event. */
export const showWebhooks = (on: Instruments, backlog: readonly WebhookBacklog[], nowMs: EpochMs): void => {
  for (const { state, endpoints, events, oldestMs } of backlog) {
    on.webhookEndpoints.set({ state }, endpoints)
    on.webhookBacklog.set({ state }, events)
    if (state !== 'disabled')
      on.webhookOldest.set({ state }, Math.max(0, nowMs - (oldestMs ?? nowMs)) / SECOND_MS)
  }
}

/** What waits for the event receiver; 0 if there is none. */
export const showReceiver = (on: Instruments, status: ReceiverStatus | undefined, nowMs: EpochMs): void => {
  const served = status !== undefined && receiverState(status, nowMs) !== 'disabled' ? status : undefined
  on.receiverBacklog.set(served?.waiting ?? 0)
  on.receiverOldest.set(Math.max(0, nowMs - (served?.oldestMs ?? nowMs)) / SECOND_MS)
}

/**
 * Removes the gauges that only a process with a dispatcher reads, until they are read: an unread value isn't
 * 0. If no process shows them, no dispatcher is running.
 */
export const hideUnread = (on: Instruments): void => {
  for (const gauge of [
    on.outboxPending,
    on.outboxOldestSeconds,
    on.queueUp,
    on.feedUnnumbered,
    on.feedHead,
    on.ledgerDrift,
    on.unconfirmed,
    on.deadLettersOpen,
    on.approvalsPending,
    on.mailsWaiting,
    on.prefixBlocks,
    on.destinationsBlocked,
    on.organizationsSuspended,
    on.appsDisabled,
  ])
    gauge.remove()
}

/** Sets the values that were read about the platform. */
export const showFigures = (on: Instruments, figures: Figures): void => {
  on.unconfirmed.set(figures.unconfirmed)
  on.deadLettersOpen.set(figures.deadLetters)
  on.oddReceipts.set({ kind: 'orphan' }, figures.orphanReceipts)
  on.oddReceipts.set({ kind: 'contradictory' }, figures.contradictoryReceipts)
  on.inboundTasks.set(figures.inboundTasks)
  on.approvalsPending.set(figures.pendingApprovals)
  on.mailsWaiting.set(figures.waitingMails)
  on.prefixBlocks.set(figures.prefixBlocks)
  on.destinationsBlocked.set(figures.blockedDestinations)
  on.organizationsSuspended.set(figures.suspendedOrganizations)
  on.appsDisabled.set(figures.disabledApps)
  for (const { environment, empty, low } of figures.shortAccounts) {
    on.accountsShort.set({ environment, available: 'none' }, empty)
    on.accountsShort.set({ environment, available: 'low' }, low)
  }
  showProviders(on, figures.providerAccounts)
}
