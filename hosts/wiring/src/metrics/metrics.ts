import type { Release } from '@postrider/contracts/status/release'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { CheckName, CheckStatus } from '@postrider/core/platform/use-cases/status/check-readiness'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Gauges } from '@postrider/web-server/hosting/gauges'
import type { ClockGauge } from '@postrider/web-server/hosting/keep-time'
import type { RequestMetrics } from '@postrider/web-server/hosting/request-metrics'
import type { StorageObserver } from '@postrider/storage-sql/engine/watch'
import { beginAtZero } from './begin-at-zero.js'
import { listenerOf } from '../telemetry-table.js'
import { counting } from './count-events.js'
import { type FigureRecords, registryOfNode } from './figure-records.js'
import { createInstruments } from './instruments.js'
import {
  hideUnread,
  showFigures,
  showHealth,
  showReceiver,
  showRetained,
  showWebhooks,
} from './show-figures.js'

/** Shows the results of a process's readiness checks. */
export interface ReadinessGauge {
  checked(checks: ReadonlyArray<{ readonly name: CheckName; readonly status: CheckStatus }>): void
}

/** A page of metrics for Prometheus. */
export interface FigurePage {
  readonly contentType: string
  readonly body: string
}

/** The metrics of a process, and their page for Prometheus. */
export interface Metrics
  extends Telemetry, RequestMetrics, Gauges, ClockGauge, ReadinessGauge, StorageObserver {
  exposition(): Promise<FigurePage>
  /** The same as records, for combining the pages of several processes. */
  records(): Promise<FigureRecords>
  /** Sets whether the process serves. */
  serving(isServing: boolean): void
}

const READY: Readonly<Record<CheckStatus, number>> = { pass: 1, warn: 0.5, fail: 0 }

/** Creates a separate registry, with Node's own metrics and ours. */
export const createMetrics = ({ version, commit }: Pick<Release, 'version' | 'commit'>): Metrics => {
  const registry = registryOfNode()
  const on = createInstruments(registry)
  beginAtZero(on)
  hideUnread(on)
  on.build.set({ version, commit }, 1)
  return {
    emit: listenerOf(counting(on)),
    answered: (route, method, status, durationMs) =>
      on.httpSeconds.observe({ method, route, status_code: String(status) }, durationMs / SECOND_MS),
    operated: (boundary, operation, status, durationMs) =>
      on.operationSeconds.observe(
        { boundary, operation, status_code: String(status) },
        durationMs / SECOND_MS,
      ),
    sendRefused: (code) => on.sendsRefused.inc({ code }),
    connectionRefused: (why) => on.connectionsRefused.inc({ why }),
    connectionCut: (why) => on.connectionsCut.inc({ why }),
    outbox: (pending, oldestAgeMs) => {
      on.outboxPending.set(pending)
      on.outboxOldestSeconds.set(oldestAgeMs / SECOND_MS)
    },
    queueDepth: (lane, jobs) => on.queueDepth.set({ lane }, jobs),
    queueUp: (isUp) => on.queueUp.set(isUp ? 1 : 0),
    feed: (unnumbered, newest) => {
      on.feedUnnumbered.set(unnumbered)
      on.feedHead.set(newest)
    },
    clockOffsets: ({ machineMs, processMs }) => {
      on.clockOffset.set({ clock: 'machine' }, machineMs / SECOND_MS)
      on.clockOffset.set({ clock: 'process' }, processMs / SECOND_MS)
    },
    driftingAccounts: (accounts) => on.ledgerDrift.set(accounts),
    figures: (figures) => showFigures(on, figures),
    webhooks: (backlog, nowMs) => showWebhooks(on, backlog, nowMs),
    receiver: (status, nowMs) => showReceiver(on, status, nowMs),
    retained: (figures, nowMs) => showRetained(on, figures, nowMs),
    health: (healthByAccount) => showHealth(on, healthByAccount),
    checked: (checks) => {
      for (const { name, status } of checks) on.ready.set({ check: name }, READY[status])
    },
    repeated: (why) => on.storageRetries.inc({ why }),
    failed: (why) => on.storageFailures.inc({ why }),
    connected: on.connected,
    serving: (isServing) => {
      on.workersServing.set(isServing ? 1 : 0)
      on.workersWanted.set(1)
    },
    records: () => registry.getMetricsAsJSON(),
    exposition: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
