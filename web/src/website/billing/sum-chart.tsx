import { BarChart, type BarPart } from '../../charts/bar-chart.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'

/** The data of a chart over days or hours: their labels, and the parts of each sum. */
interface ChartedSums {
  readonly places: readonly string[]
  readonly parts: readonly BarPart[]
}

interface SumChartProps {
  /** The title of the table. */
  readonly title: string
  /** A text alternative for the chart. */
  readonly label: string
  readonly sums: ChartedSums
  /** Whether the data is shown as a table instead of bars. */
  readonly isTable: boolean
  readonly words: { readonly place: string; readonly total: string }
  textOf(value: number): string
}

const totalOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

/** A part's sum over all days or hours. */
export const partTotal = ({ sums }: Pick<BarPart, 'sums'>): number => totalOf(sums)

interface TableRow {
  readonly place: string
  readonly sums: readonly number[]
}

const SumTable = ({ title, sums: { places, parts }, words, textOf }: SumChartProps) => {
  const columns: readonly TableColumn<TableRow>[] = [
    { head: words.place, cell: ({ place }) => place },
    ...parts.map(({ name }, at): TableColumn<TableRow> => ({
      head: name,
      isNumber: true,
      cell: ({ sums }) => textOf(sums[at] ?? 0),
    })),
    { head: words.total, isNumber: true, cell: ({ sums }) => <b class="strong">{textOf(totalOf(sums))}</b> },
  ]
  return (
    <div class="behind" tabIndex={0} role="region" aria-label={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={places
          .map((place, at) => ({ place, sums: parts.map(({ sums }) => sums[at] ?? 0) }))
          .toReversed()}
        keyOf={({ place }) => place}
      />
    </div>
  )
}

/** Sums over days or hours, as bars with a legend or as a table. */
export const SumChart = (props: SumChartProps) => {
  const { label, sums, isTable, textOf } = props
  if (isTable) return <SumTable {...props} />
  return (
    <div class="in">
      <BarChart label={label} places={sums.places} parts={sums.parts} textOf={textOf} />
      <p class="keys small quiet">
        {sums.parts.map((part) => (
          <span key={part.name} class="key">
            <svg viewBox="0 0 12 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" class={`bar c${part.color}`} />
            </svg>
            {part.name} {textOf(partTotal(part))}
          </span>
        ))}
      </p>
    </div>
  )
}
