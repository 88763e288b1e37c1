import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Release } from '@postrider/contracts/status/release'
import type { Lane } from '@postrider/core/domain/channels/lane'
import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import type { Happening, Telemetry } from '@postrider/core/ports/telemetry'
import type { ClockGauge } from '../keep-time.js'
import type { RequestMetrics } from '../request-metrics.js'
import { createInstruments } from './instruments.js'

/** Figures that somebody has to look up now and then. */
export interface Gauges {
  /** Messages that still need something, and for how long the oldest has not gone to the queue. */
  outbox(pending: number, oldestAgeMs: number): void
  queueDepth(lane: Lane, jobs: number): void
  queueUp(isUp: boolean): void
  /** Accounts found drifting in a full round of the reconciler. */
  driftingAccounts(accounts: number): void
}

/** The figures of a process, and their page for Prometheus. */
export interface Metrics extends Telemetry, RequestMetrics, Gauges, ClockGauge {
  exposition(): Promise<{ readonly contentType: string; readonly body: string }>
}

type Instruments = ReturnType<typeof createInstruments>

const countGuards = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'PasscodeOffered':
      on.passcodes.inc({ verified: String(happening.verified) })
      return
    case 'RateLimited':
      on.rateLimited.inc({ policy: happening.policy })
      return
    case 'PrefixBlocked':
      on.prefixesBlocked.inc()
      return
    case 'BudgetReached':
      on.budgetsReached.inc({ percent: happening.percent })
      return
    default:
  }
}

const countDispatch = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'Relayed':
      on.relayed.inc({ lane: happening.lane, outcome: 'confirmed' }, happening.confirmed)
      on.relayed.inc({ lane: happening.lane, outcome: 'failed' }, happening.failed)
      return
    case 'ProviderCalled': {
      const { channel, outcome, providerAccountId, durationMs } = happening
      on.calls.inc({ channel, outcome, provider: providerAccountId })
      on.callSeconds.observe({ channel, outcome }, durationMs / SECOND_MS)
      return
    }
    case 'StateChanged': {
      const { channel, state, ageMs } = happening
      on.states.inc({ channel, state })
      on.stateAge.observe({ channel, state }, ageMs / SECOND_MS)
      return
    }
    case 'JobGivenUp':
      on.jobsGivenUp.inc()
      return
    case 'DeadLettered':
      on.deadLetters.inc({ stage: happening.stage })
      return
    default:
      countGuards(on, happening)
  }
}

const count = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'Accepted':
      on.accepted.inc({ channel: happening.channel, replayed: String(happening.replayed) })
      return
    case 'AcceptanceBatch':
      on.batchSize.observe(happening.size)
      on.batchSeconds.observe(happening.durationMs / SECOND_MS)
      return
    case 'ReceiptStored':
      on.receipts.inc({ outcome: 'stored' }, happening.count)
      on.receipts.inc({ outcome: 'duplicate' }, happening.duplicates)
      return
    case 'ReceiptContradicted':
      on.receipts.inc({ outcome: 'contradicting' }, happening.count)
      return
    case 'LedgerChecked':
      on.ledgerChecks.inc(happening.accounts)
      return
    case 'Trouble':
      on.troubles.inc({ where: happening.where })
      return
    default:
      countDispatch(on, happening)
  }
}

/** A registry of its own, with Node's own figures beside ours. */
export const createMetrics = ({ version, commit }: Pick<Release, 'version' | 'commit'>): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const on = createInstruments(registry)
  on.build.set({ version, commit }, 1)
  return {
    happened: (happening) => count(on, happening),
    answered: (route, method, status, durationMs) =>
      on.httpSeconds.observe({ method, route, status_code: String(status) }, durationMs / SECOND_MS),
    connectionRefused: (why) => on.connectionsRefused.inc({ why }),
    connectionCut: (why) => on.connectionsCut.inc({ why }),
    outbox: (pending, oldestAgeMs) => {
      on.outboxPending.set(pending)
      on.outboxOldestSeconds.set(oldestAgeMs / SECOND_MS)
    },
    queueDepth: (lane, jobs) => on.queueDepth.set({ lane }, jobs),
    queueUp: (isUp) => on.queueUp.set(isUp ? 1 : 0),
    clockOffsets: ({ machineMs, processMs }) => {
      on.clockOffset.set({ clock: 'machine' }, machineMs / SECOND_MS)
      on.clockOffset.set({ clock: 'process' }, processMs / SECOND_MS)
    },
    driftingAccounts: (accounts) => on.ledgerDrift.set(accounts),
    exposition: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
