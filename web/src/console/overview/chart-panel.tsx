import { highestOf } from '../../charts/extremes.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChartData, ChartLine, drawChart, DrawnChart } from '../../charts/draw-chart.js'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'

interface ChartProps extends ChartData {
  readonly title: string
  readonly aside?: ComponentChildren
  textOf(value: number): string
  /** Formats a time for an axis. */
  timeOf(seconds: number): string
}

const CHART_DASHES: Readonly<Record<ChartLine['color'], string | undefined>> = {
  1: undefined,
  2: '3 2',
  3: '1.5 1.5',
  4: '4 1.500 1 1.5',
  alarm: undefined,
  lost: '3 2',
  warn: '4 1.500 1 1.5',
  quiet: '1.5 1.5',
}

const mostOf = ({ values }: ChartLine): number =>
  highestOf(
    values.map((value) => value ?? 0),
    0,
  )

/**
 * The names of the lines, and their values at the time that the reader points at. Only a narrow chart needs
 * the key without a pointer. In other charts each line is labeled at its end, and the title names a single
 * line.
 */
const ChartKey = ({ chart, at }: { chart: ChartProps; at: number | undefined }) => {
  const seconds = at === undefined ? undefined : chart.times[at]
  return (
    <p class={at !== undefined ? 'keys' : chart.lines.length > 1 ? 'keys named' : 'keys named lone'}>
      {chart.lines.map(({ name, color, values }) => {
        const value = at === undefined ? null : (values[at] ?? null)
        return (
          <span key={name} class="key">
            <svg viewBox="0 0 12 10" aria-hidden="true">
              <path d="M0 5h12" class={`c${color}`} stroke-dasharray={CHART_DASHES[color]} />
            </svg>
            {name} {value !== null && <b class="strong">{chart.textOf(value)}</b>}
          </span>
        )
      })}
      {seconds !== undefined && <span>{t.at(chart.timeOf(seconds))}</span>}
    </p>
  )
}

/** A text alternative for the chart, with one sentence per line. */
const descriptionOf = ({ title, times, lines, textOf, timeOf }: ChartProps): string =>
  t.chart(
    title,
    timeOf(times[0] ?? 0),
    timeOf(times.at(-1) ?? 0),
    lines
      .map((line) =>
        t.seriesNow(
          line.name,
          textOf(line.values.findLast((value) => value !== null) ?? 0),
          textOf(mostOf(line)),
        ),
      )
      .join(' '),
  )

/** The drawing itself. Its code is loaded when there is something to draw. */
const LineChart = ({ chart, onPoint }: { chart: ChartProps; onPoint(at: number | undefined): void }) => {
  const root = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart | undefined>(undefined)
  const [code, setCode] = useState<{ readonly drawChart: typeof drawChart }>()
  const [hasFailed, setFailed] = useState(false)
  const { times, lines, textOf, timeOf } = chart
  useEffect(() => {
    import('../../charts/draw-chart.js').then(setCode, () => setFailed(true))
  }, [])
  const key = JSON.stringify([times, lines])
  useEffect(() => {
    if (code === undefined || root.current === null) return
    if (drawn.current === undefined)
      drawn.current = code.drawChart(root.current, { times, lines }, { textOf, timeOf, onPoint })
    else drawn.current.show({ times, lines })
  }, [code, key])
  useEffect(() => () => drawn.current?.remove(), [])
  if (hasFailed) return <p class="in quiet">{t.chartFailed}</p>
  return <div ref={root} class="chart" role="img" aria-label={descriptionOf(chart)} />
}

interface TableRow {
  readonly seconds: number
  readonly values: readonly (number | null)[]
}

const columnsOf = ({ lines, textOf, timeOf }: ChartProps): readonly TableColumn<TableRow>[] => [
  { head: t.step, cell: ({ seconds }) => timeOf(seconds) },
  ...lines.map(({ name }, at): TableColumn<TableRow> => ({
    head: name,
    isNumber: true,
    cell: ({ values }) => {
      const value = values[at]
      return value === null || value === undefined ? <span class="quiet">{t.noFigure}</span> : textOf(value)
    },
  })),
]

const ChartTable = ({ chart }: { chart: ChartProps }) => (
  <div class="behind" tabIndex={0} role="region" aria-label={t.tableOf(chart.title)}>
    <DataTable
      label={chart.title}
      columns={columnsOf(chart)}
      rows={chart.times
        .map((seconds, at) => ({ seconds, values: chart.lines.map(({ values }) => values[at] ?? null) }))
        .toReversed()}
      keyOf={({ seconds }) => String(seconds)}
    />
  </div>
)

/** A chart with its key, and the same data as a table. */
export const ChartPanel = (chart: ChartProps) => {
  const [isTable, setTable] = useState(false)
  const [at, setAt] = useState<number>()
  const { title, aside, lines } = chart
  const isEmpty = lines.every(({ values }) => values.every((value) => value === null))
  return (
    <PanelBox
      title={title}
      aside={
        <>
          {aside}
          <button type="button" class="chip" onClick={() => setTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
            <span class="hidden"> {title}</span>
          </button>
        </>
      }
    >
      {isTable ? (
        <ChartTable chart={chart} />
      ) : isEmpty ? (
        <EmptyNote title={t.chartEmpty} />
      ) : (
        <div class="in drawn">
          <LineChart chart={chart} onPoint={setAt} />
          <ChartKey chart={chart} at={at} />
        </div>
      )}
    </PanelBox>
  )
}
