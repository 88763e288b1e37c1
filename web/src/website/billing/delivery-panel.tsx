import { useState } from 'preact/hooks'
import { countText } from '../../format/shown-text.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { pathWith } from '../../state/address.js'
import { useReading } from '../../state/reading.js'
import { DELIVERY_TEXTS as t } from './delivery-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import {
  causeName,
  causeParts,
  type DeliveryCount,
  messagesIn,
  outcomeParts,
  outcomesAt,
} from './delivery-figures.js'
import { partTotal, SumChart } from './sum-chart.js'
import { templateWord } from './usage-figures.js'
import { startsIn, stepText, usageRange } from './usage-range.js'

const VIEWS = ['outcome', 'template', 'error'] as const

type DeliveryView = (typeof VIEWS)[number]
type TemplateRow = DeliveryCount['templates'][number]
type CauseRow = DeliveryCount['causes'][number]

const percent = (part: number, whole: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
    whole === 0 ? 0 : part / whole,
  )

/** The outcomes of a template as one bar; the numbers are in the other columns. */
const ShareBar = ({ row }: { row: TemplateRow }) => {
  let x = 0
  return (
    <svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {outcomeParts([row]).map((part) => {
        const width = (100 * partTotal(part)) / messagesIn(row)
        x += width
        return <rect key={part.name} class={`bar c${part.color}`} x={x - width} width={width} height={10} />
      })}
    </svg>
  )
}

const TEMPLATE_COLUMNS: readonly TableColumn<TemplateRow>[] = [
  { head: t.template, cell: (row) => <bdi>{templateWord(row, t.noTemplate)}</bdi> },
  { head: t.outcomeShare, isWide: true, cell: (row) => <ShareBar row={row} /> },
  { head: t.messages, isNumber: true, cell: (row) => countText(messagesIn(row)) },
  { head: t.outcomes.delivered, isNumber: true, cell: (row) => countText(row.delivered) },
  { head: t.outcomes.undelivered, isNumber: true, cell: (row) => countText(row.undelivered) },
  { head: t.outcomes.failed, isNumber: true, cell: (row) => countText(row.failed) },
  { head: t.outcomes.ended, isNumber: true, cell: (row) => countText(row.expired + row.cancelled) },
  {
    head: t.share,
    isNumber: true,
    cell: (row) => <b class="strong">{percent(row.delivered, messagesIn(row))}</b>,
  },
]

const causeColumns = (environment: ChosenAccount['environment']): readonly TableColumn<CauseRow>[] => [
  {
    head: t.cause,
    cell: ({ failureCode, advice }) => (
      <>
        {failureCode === null ? (
          causeName(failureCode)
        ) : (
          <a href={pathWith('/messages', { environment, failureCode })}>{causeName(failureCode)}</a>
        )}
        {advice !== undefined && <div class="small quiet">{advice}</div>}
      </>
    ),
  },
  {
    head: t.owner,
    cell: ({ owner }) =>
      owner !== undefined && (
        <TagWord tone={owner === 'sender' ? 'warn' : ''}>{t.owners[owner] ?? owner}</TagWord>
      ),
  },
  { head: t.messages, isNumber: true, cell: ({ count }) => countText(count) },
]

interface ViewProps {
  readonly delivery: DeliveryCount
  readonly isTable: boolean
}

/** Outcomes or reasons over the days or hours of the range. */
const TimeChart = ({ delivery, view, isTable }: ViewProps & { view: 'outcome' | 'error' }) => {
  const range = usageRange()
  const starts = startsIn(range)
  const parts = view === 'error' ? causeParts(delivery, starts) : outcomeParts(outcomesAt(delivery, starts))
  const places = starts.map((start) => stepText(start, range.step))
  const summary = parts.map((part) => t.part(part.name, countText(partTotal(part)))).join(' ')
  return (
    <SumChart
      title={t.title}
      label={t.chartSummary(places[0] ?? '', places.at(-1) ?? '', summary)}
      sums={{ places, parts }}
      isTable={isTable}
      words={{ place: range.step === 'hour' ? t.hour : t.day, total: t.total }}
      textOf={countText}
    />
  )
}

const ErrorView = ({ account, ...props }: ViewProps & { account: ChosenAccount }) => {
  const { causes } = props.delivery
  if (causes.length === 0) return <EmptyNote title={t.noFailures}>{t.noFailuresHint}</EmptyNote>
  return (
    <>
      <TimeChart {...props} view="error" />
      <DataTable
        label={t.views.error}
        columns={causeColumns(account.environment)}
        rows={causes}
        keyOf={({ failureCode }) => failureCode ?? ''}
      />
    </>
  )
}

const TemplateView = ({ delivery }: { delivery: DeliveryCount }) => (
  <DataTable
    label={t.views.template}
    columns={TEMPLATE_COLUMNS}
    rows={delivery.templates}
    keyOf={({ templateId }) => templateId ?? ''}
  />
)

const DeliveryTools = ({
  view,
  isTable,
  onView,
  onTable,
}: {
  view: DeliveryView
  isTable: boolean
  onView(view: DeliveryView): void
  onTable(isTable: boolean): void
}) => (
  <>
    {VIEWS.map((one) => (
      <button
        key={one}
        type="button"
        class="chip"
        aria-pressed={one === view ? 'true' : 'false'}
        onClick={() => onView(one)}
      >
        {t.views[one]}
      </button>
    ))}
    {view !== 'template' && (
      <button type="button" class="chip" onClick={() => onTable(!isTable)}>
        {isTable ? t.asChart : t.asTable}
      </button>
    )}
  </>
)

/** Delivered and failed messages of the chosen range, over time, by template and by error. */
export const DeliveryPanel = ({ account }: { account: ChosenAccount }) => {
  const [view, setView] = useState<DeliveryView>('outcome')
  const [isTable, setTable] = useState(false)
  const { organizationId, environment } = account
  const reading = useReading('getDeliveryOutcomes', { organizationId, environment, ...usageRange() })
  return (
    <PanelBox
      title={t.title}
      aside={<DeliveryTools view={view} isTable={isTable} onView={setView} onTable={setTable} />}
    >
      <ReadingView reading={reading}>
        {(delivery) => (
          <>
            {delivery.steps.length === 0 ? (
              <EmptyNote title={t.empty}>{t.emptyHint}</EmptyNote>
            ) : view === 'template' ? (
              <TemplateView delivery={delivery} />
            ) : view === 'error' ? (
              <ErrorView delivery={delivery} isTable={isTable} account={account} />
            ) : (
              <TimeChart delivery={delivery} isTable={isTable} view="outcome" />
            )}
            <p class="under small quiet">
              {t.counted} {!delivery.isComplete && t.incomplete}
            </p>
          </>
        )}
      </ReadingView>
    </PanelBox>
  )
}
