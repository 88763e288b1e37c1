import type { UsageDimension } from '@postrider/core/messaging/domain/usage/day-usage'
import { useState } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { countText } from '../../format/shown-text.js'
import { PanelBox } from '../../parts/boxes.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import { partTotal, SumChart } from './sum-chart.js'
import { startsIn, stepText, usageRange } from './usage-range.js'
import { saveUsage } from './usage-csv.js'
import { USAGE_VIEWS, usageParts } from './usage-figures.js'

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

/** The charges of each day or hour of the chosen range as a chart or a table, with a CSV export. */
export const UsagePanel = ({ account }: { account: ChosenAccount }) => {
  const [view, setView] = useState<UsageDimension>('channel')
  const [isTable, setTable] = useState(false)
  const { organizationId, environment, currency } = account
  const range = usageRange()
  const starts = startsIn(range)
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
      title={range.step === 'hour' ? t.usageByHour : t.usage}
      aside={
        <UsageTools
          view={view}
          isTable={isTable}
          onView={setView}
          onTable={setTable}
          save={() => saveUsage(account, range)}
        />
      }
    >
      <ReadingView reading={reading}>
        {({ days: lines, uncounted }) => {
          const parts = usageParts(lines, starts, view)
          const places = starts.map((start) => stepText(start, range.step))
          const summaries = parts.map((part) => t.chartPart(part.name, moneyText(partTotal(part), currency)))
          return (
            <>
              {parts.length === 0 ? (
                <EmptyNote title={t.usageEmpty}>{t.usageEmptyHint}</EmptyNote>
              ) : (
                <SumChart
                  title={t.usage}
                  label={t.chartSummary(places[0] ?? '', places.at(-1) ?? '', summaries.join(' '))}
                  sums={{ places, parts }}
                  isTable={isTable}
                  words={{ place: range.step === 'hour' ? t.hour : t.day, total: t.total }}
                  textOf={(minor) => moneyText(minor, currency)}
                />
              )}
              <p class="under small quiet">
                {range.step === 'hour' ? t.usageHours : t.usageDays}{' '}
                {uncounted > 0 && t.uncounted(countText(uncounted))}
              </p>
            </>
          )
        }}
      </ReadingView>
    </PanelBox>
  )
}
