import type { ResultOf } from '@postrider/core/assembly/registry'
import { latencyText, rateText } from '../../format/quantities.js'
import { countText } from '../../format/shown-text.js'
import { minuteText } from '../../format/times.js'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { FigureTile } from '../../parts/boxes.js'
import { EmptyNote, FailedNote, isDenied, LoadingBones, StaleBar } from '../../parts/screen-states.js'
import { address, setFilters } from '../../state/address.js'
import { signedIn } from '../state/access.js'
import { nowMs } from '../../state/connection.js'
import { overview } from '../state/overview.js'
import { screenAllowed } from '../state/screen-permissions.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { ChartPanel } from './chart-panel.js'
import { agesOf, countsOf, ratesOf, type Throughput } from './flow-steps.js'
import { overviewFigures } from './overview-figures.js'
import { AccountPanel, EndingPanel, LanePanel, OrganizationPanel } from './present-panels.js'
import { SparkLine } from './spark-line.js'
import { WorkPanel } from './work-panel.js'

type Overview = ResultOf<'getOverview'>

const PERIODS = ['hour', 'day', 'fortnight'] as const
type Period = (typeof PERIODS)[number]

const FigureTiles = ({ data }: { data: Overview }) => {
  return (
    <section class="tiles flow" aria-label={t.figures}>
      {overviewFigures(data, nowMs.value).map(({ label, figure, unit, why, level, path, history }) => (
        <FigureTile
          key={label}
          label={label}
          figure={figure}
          unit={unit}
          why={why}
          tone={level}
          href={screenAllowed(path) ? path : undefined}
          spark={history !== undefined && <SparkLine values={history} />}
        />
      ))}
    </section>
  )
}

const PeriodChips = ({ period }: { period: Period }) => (
  <span class="row tight" role="group" aria-label={t.period}>
    {PERIODS.map((one) => (
      <button
        key={one}
        type="button"
        class="chip"
        aria-pressed={one === period}
        onClick={() => setFilters({ period: one === 'hour' ? undefined : one })}
      >
        {t.periods[one]}
      </button>
    ))}
  </span>
)

const RateChart = ({ throughput, period }: { throughput: Throughput; period: Period }) => (
  <ChartPanel
    title={t.rate}
    aside={<PeriodChips period={period} />}
    times={timesOf(throughput)}
    lines={[
      { name: t.states.ACCEPTED, color: 1, values: ratesOf(throughput, 'ACCEPTED') },
      { name: t.states.SUBMITTED, color: 2, values: ratesOf(throughput, 'SUBMITTED') },
    ]}
    textOf={rateText}
    timeOf={timeOf(period)}
  />
)

const timesOf = ({ steps }: Throughput): readonly number[] => steps.map(({ at }) => Date.parse(at) / 1000)

/** Formats a time on an axis: the clock time for the last hour and day, with the date for longer ranges. */
const timeOf =
  (period: Period) =>
  (seconds: number): string =>
    minuteText(seconds * 1000, period === 'fortnight')

const FlowCharts = ({ throughput, period }: { throughput: Throughput; period: Period }) => {
  const common = { times: timesOf(throughput), timeOf: timeOf(period) }
  const { UNDELIVERED, FAILED, EXPIRED, UNCONFIRMED } = t.lostStates
  return (
    <div class="cols half even">
      <ChartPanel
        {...common}
        title={t.age}
        lines={[{ name: t.ageSeries, color: 1, values: agesOf(throughput) }]}
        textOf={latencyText}
      />
      <ChartPanel
        {...common}
        title={t.lost}
        lines={[
          { name: UNDELIVERED, color: 'lost', values: countsOf(throughput, 'UNDELIVERED') },
          { name: FAILED, color: 'alarm', values: countsOf(throughput, 'FAILED') },
          { name: EXPIRED, color: 'quiet', values: countsOf(throughput, 'EXPIRED') },
          { name: UNCONFIRMED, color: 'warn', values: countsOf(throughput, 'UNCONFIRMED') },
        ]}
        textOf={countText}
      />
    </div>
  )
}

const OverviewPanels = ({ data, flow, period }: { data: Overview; flow: Overview; period: Period }) => {
  const { throughput } = flow
  const at = nowMs.value
  return (
    <>
      <FigureTiles data={data} />
      <div class="cols even">
        {throughput !== undefined && <RateChart throughput={throughput} period={period} />}
        <WorkPanel data={data} nowMs={at} />
      </div>
      {throughput !== undefined && <FlowCharts throughput={throughput} period={period} />}
      <div class="cols half even">
        {data.backlog !== undefined && (
          <LanePanel backlog={data.backlog} throughput={throughput} nowMs={at} />
        )}
        {data.providers !== undefined && <AccountPanel accounts={data.providers.accounts} nowMs={at} />}
        {data.backlog !== undefined && <OrganizationPanel organizations={data.backlog.organizations} />}
        {throughput !== undefined && <EndingPanel throughput={throughput} />}
      </div>
    </>
  )
}

/**
 * The health of the platform: seven metrics linked to their causes, open tasks, and the states of messages.
 */
export const OverviewScreen = () => {
  useTitle(t.title)
  const period = PERIODS.find((one) => one === address.value.filters['period']) ?? 'hour'
  const longer = useReading('getOverview', period === 'hour' ? undefined : { period })
  const present = overview.value
  if (signedIn.value?.permissions.length === 0) return <EmptyNote title={t.deniedTitle}>{t.denied}</EmptyNote>
  if (present?.data === undefined || isDenied(present))
    return present?.error === undefined ? <LoadingBones /> : <FailedNote {...present} />
  const flow = period === 'hour' ? present.data : longer.data
  return (
    <>
      <StaleBar {...present} error={present.error ?? longer.error} />
      <div class="page">
        <OverviewPanels
          data={present.data}
          flow={flow ?? present.data}
          period={flow === undefined ? 'hour' : period}
        />
      </div>
    </>
  )
}
