import type { UsageDimension } from '@postrider/core/domain/usage/day-usage'
import { useState } from 'preact/hooks'
import { BarChart } from '../../../charts/bar-chart.js'
import { moneyText } from '../../../format/money.js'
import { countText } from '../../../format/shown-text.js'
import { PanelBox } from '../../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../../parts/screen-states.js'
import { useReading } from '../../../state/reading.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import { UsageRangeChips, usageRange } from './usage-range.js'
import { saveUsage } from './usage-csv.js'
import { daysBetween, partTotal, USAGE_VIEWS, type UsageFigures, usageFigures } from './usage-figures.js'

/** A date as the reader writes it; days are those of UTC. */
const dayText = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(day),
  )

interface TableRow {
  readonly day: string
  readonly sums: readonly number[]
}

const columnsOf = ({ parts }: UsageFigures, currency: string): readonly TableColumn<TableRow>[] => [
  { head: t.day, cell: ({ day }) => dayText(day) },
  ...parts.map(({ name }, at): TableColumn<TableRow> => ({
    head: name,
    isNumber: true,
    cell: ({ sums }) => moneyText(sums[at] ?? 0, currency),
  })),
  {
    head: t.total,
    isNumber: true,
    cell: ({ sums }) => (
      <b class="strong">
        {moneyText(
          sums.reduce((all, one) => all + one, 0),
          currency,
        )}
      </b>
    ),
  },
]

const UsageTable = ({ figures, currency }: { figures: UsageFigures; currency: string }) => (
  <div class="behind" tabIndex={0} role="region" aria-label={t.usage}>
    <DataTable
      label={t.usage}
      columns={columnsOf(figures, currency)}
      rows={figures.days
        .map((day, at) => ({ day, sums: figures.parts.map(({ sums }) => sums[at] ?? 0) }))
        .toReversed()}
      keyOf={({ day }) => day}
    />
  </div>
)

const UsageBars = ({ figures, currency }: { figures: UsageFigures; currency: string }) => (
  <div class="in">
    <BarChart
      label={t.chartSaid(
        dayText(figures.days[0] ?? ''),
        dayText(figures.days.at(-1) ?? ''),
        figures.parts.map((part) => t.chartPart(part.name, moneyText(partTotal(part), currency))).join(' '),
      )}
      places={figures.days.map(dayText)}
      parts={figures.parts}
      textOf={(minor) => moneyText(minor, currency)}
    />
    <p class="keys small quiet">
      {figures.parts.map((part) => (
        <span key={part.name} class="key">
          <svg viewBox="0 0 12 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" class={`bar c${part.colour}`} />
          </svg>
          {part.name} {moneyText(partTotal(part), currency)}
        </span>
      ))}
    </p>
  </div>
)

interface ToolProps {
  readonly view: UsageDimension
  readonly isTable: boolean
  onView(view: UsageDimension): void
  onTable(isTable: boolean): void
  save(): Promise<void>
}

const UsageTools = ({ view, isTable, onView, onTable, save }: ToolProps) => {
  const [saving, setSaving] = useState<'idle' | 'busy' | 'failed'>('idle')
  const start = (): void => {
    setSaving('busy')
    save().then(
      () => setSaving('idle'),
      () => setSaving('failed'),
    )
  }
  return (
    <>
      <span role="status">{saving === 'failed' ? t.csvFailed : ''}</span>
      {USAGE_VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={one === view ? 'true' : 'false'}
          onClick={() => onView(one)}
        >
          {t.by[one]}
        </button>
      ))}
      <button type="button" class="chip" onClick={() => onTable(!isTable)}>
        {isTable ? t.asChart : t.asTable}
      </button>
      <button type="button" class="chip" disabled={saving === 'busy'} onClick={start}>
        {saving === 'busy' ? t.csvWorking : t.csv}
      </button>
    </>
  )
}

/** What was charged on each day of the chosen range, as a chart, as a table and to be saved. */
export const UsagePanel = ({ account }: { account: ChosenAccount }) => {
  const [view, setView] = useState<UsageDimension>('channel')
  const [isTable, setTable] = useState(false)
  const { organizationId, environment, currency } = account
  const range = usageRange()
  const days = daysBetween(range.from, range.to)
  const reading = useReading('listDailyUsage', {
    organizationId,
    environment,
    currency,
    ...range,
    by: [view],
    limit: 1000,
  })
  return (
    <PanelBox
      title={t.usage}
      aside={
        <UsageTools
          view={view}
          isTable={isTable}
          onView={setView}
          onTable={setTable}
          save={() => saveUsage(account, range, days)}
        />
      }
    >
      <UsageRangeChips />
      <ReadingView reading={reading}>
        {({ days: lines, uncounted }) => {
          const figures = usageFigures(lines, days, view)
          return (
            <>
              {figures.parts.length === 0 ? (
                <EmptyNote title={t.usageEmpty}>{t.usageEmptyHint}</EmptyNote>
              ) : isTable ? (
                <UsageTable figures={figures} currency={currency} />
              ) : (
                <UsageBars figures={figures} currency={currency} />
              )}
              <p class="under small quiet">
                {t.usageDays} {uncounted > 0 && t.uncounted(countText(uncounted))}
              </p>
            </>
          )
        }}
      </ReadingView>
    </PanelBox>
  )
}
