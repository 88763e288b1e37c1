import type { ProviderCalls, AdministrationStorage } from '../../ports/administration-storage.js'
import type { AccountReport } from '../../../providers/domain/calls/account-report.js'
import { countedSince } from '../../../otp/domain/breaker.js'
import { PERIODS, type OverviewPeriod } from '../../domain/flow/periods.js'
import { stepStart } from '../../domain/flow/roll-up.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { HOUR_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AccountHealthStorage } from '../../../providers/ports/account-health-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Figures, FigureStorage } from '../../ports/figure-storage.js'
import type { FlowReading, FlowStorage } from '../../ports/flow-storage.js'
import type { PlatformOverview, OverviewStorage } from '../../ports/overview-storage.js'
import { type DatedReading, sharedReading } from '../../../kernel/batching/shared-reading.js'
import { readFigures } from './read-figures.js'

/** All present figures of the overview. */
export interface OverviewGauges {
  readonly figures: Figures
  readonly overview: PlatformOverview
  readonly providerAccounts: readonly ProviderAccount[]
  readonly providerCalls: ProviderCalls
  readonly accountReports: readonly AccountReport[]
}

/** Recent message flow, and the start of its range. */
export interface OverviewFlow extends FlowReading {
  readonly fromMs: number
}

type Read<A> = Promise<E.Either<StorageUnavailable, DatedReading<A>>>

/** The data of an overview; one read serves all requests to this process within three seconds. */
export interface OverviewReadings {
  readonly gauges: () => Read<OverviewGauges>
  readonly flow: (period: OverviewPeriod) => Read<OverviewFlow>
}

interface Needs {
  readonly storage: {
    readonly accountHealth: AccountHealthStorage
    readonly administration: AdministrationStorage
    readonly figures: FigureStorage
    readonly flow: FlowStorage
    readonly overview: OverviewStorage
  }
  readonly clock: Clock
}

const AGE_MS = 3 * SECOND_MS

const readGauges = (needs: Needs) => async (): Promise<E.Either<StorageUnavailable, OverviewGauges>> => {
  const { storage, clock } = needs
  const nowMs = clock.nowMs()
  const [figures, overview, accounts, calls, reports] = await Promise.all([
    readFigures(needs)()(),
    storage.overview.read({ nowMs, otpsSinceMs: countedSince(nowMs) })(),
    storage.administration.providerAccounts()(),
    storage.administration.providerCalls(nowMs - HOUR_MS)(),
    storage.accountHealth.reports()(),
  ])
  if (E.isLeft(figures)) return figures
  if (E.isLeft(overview)) return overview
  if (E.isLeft(accounts)) return accounts
  if (E.isLeft(calls)) return calls
  if (E.isLeft(reports)) return reports
  return E.right({
    figures: figures.right,
    overview: overview.right,
    providerAccounts: accounts.right.value,
    providerCalls: calls.right.value,
    accountReports: reports.right.value,
  })
}

const readFlow =
  ({ storage, clock }: Needs, period: OverviewPeriod) =>
  async () => {
    const { keptBy, lengthMs, stepMs } = PERIODS[period]
    const nowMs = clock.nowMs()
    const fromMs = Math.floor((nowMs - lengthMs) / stepMs) * stepMs
    const toMs = stepStart(keptBy, nowMs) + stepMs
    const read = await storage.flow.read({ step: keptBy, organizationId: undefined, fromMs, toMs })()
    return E.map((reading: FlowReading): OverviewFlow => ({ ...reading, fromMs }))(read)
  }

/** Creates the shared reads of a process. */
export const overviewReadings = (needs: Needs): OverviewReadings => {
  const flows = {
    hour: sharedReading(needs.clock, AGE_MS, readFlow(needs, 'hour')),
    day: sharedReading(needs.clock, AGE_MS, readFlow(needs, 'day')),
    fortnight: sharedReading(needs.clock, AGE_MS, readFlow(needs, 'fortnight')),
  }
  return {
    gauges: sharedReading(needs.clock, AGE_MS, readGauges(needs)),
    flow: (period) => flows[period](),
  }
}
