import { useState } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { capitalized } from '../../format/shown-text.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { address, setFilters } from '../../state/address.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { BUDGETS_TEXTS as t } from './budgets-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { ownEnvironments } from '../state/own-apps.js'
import { AddBudget, ChangeBudget, DeleteBudget } from './budget-dialogs.js'
import type { ListedBudget } from './budget-form.js'
import { scopeText, usedPercent, usedTone } from './budget-words.js'

interface Opened {
  readonly what: 'add' | 'change' | 'delete'
  readonly budget?: ListedBudget
}

const UsedBar = ({ budget }: { budget: ListedBudget }) => {
  const percent = usedPercent(budget)
  const tone = usedTone(budget)
  return (
    <div class="used">
      <span class={tone}>
        {t.usedOf(
          moneyText(budget.usedMinor, budget.currency),
          moneyText(budget.limitMinor, budget.currency),
        )}{' '}
        <b class="strong nowrap">{t.share(String(percent))}</b>
      </span>
      <svg width="100%" height="6" aria-hidden="true" class={tone}>
        <rect class="whole" width="100%" height="6" rx="3" />
        <rect class="part" width={`${Math.min(100, percent)}%`} height="6" rx="3" />
      </svg>
      {budget.firstRefusedAt !== undefined && (
        <span class="small alarm">
          {t.refusing} <DatedText at={budget.firstRefusedAt} />
        </span>
      )}
    </div>
  )
}

const columnsFor = (open: (opened: Opened) => void): readonly TableColumn<ListedBudget>[] => [
  {
    head: t.counts,
    cell: (budget) => (
      <b class="strong">
        <ForeignText text={capitalized(scopeText(budget))} />
      </b>
    ),
  },
  { head: t.used, cell: (budget) => <UsedBar budget={budget} /> },
  {
    head: t.period,
    cell: ({ period, periodEnd }) => (
      <span>
        {t.periods[period]}{' '}
        <span class="small quiet">
          {t.until} <DatedText at={periodEnd} />
        </span>
      </span>
    ),
  },
  { head: t.action, cell: ({ action }) => t.actions[action] },
  {
    head: t.tells,
    cell: ({ alertPercents }) => <span class="nowrap">{t.tellsAt(alertPercents.join(', '))}</span>,
  },
  ...(mayHere('billing.manage')
    ? [
        {
          head: t.acts,
          isNumber: true,
          cell: (budget: ListedBudget) => (
            <span class="row end">
              <button type="button" class="button bare" onClick={() => open({ what: 'change', budget })}>
                {t.change}
                <span class="hidden"> {scopeText(budget)}</span>
              </button>
              <button type="button" class="button bare" onClick={() => open({ what: 'delete', budget })}>
                {t.remove}
                <span class="hidden"> {scopeText(budget)}</span>
              </button>
            </span>
          ),
        },
      ]
    : []),
]

const OpenedDialog = ({
  opened,
  environment,
  onClose,
}: {
  opened: Opened | undefined
  environment: string
  onClose(): void
}) => {
  if (opened === undefined) return null
  const { what, budget } = opened
  if (budget === undefined) return <AddBudget environment={environment} onClose={onClose} />
  return what === 'delete' ? (
    <DeleteBudget budget={budget} onClose={onClose} />
  ) : (
    <ChangeBudget budget={budget} environment={environment} onClose={onClose} />
  )
}

const EnvironmentChoice = ({ chosen }: { chosen: string }) => (
  <div class="filters" role="group" aria-label={t.environment}>
    {ownEnvironments.value.map((one) => (
      <button
        key={one}
        type="button"
        class="chip"
        aria-pressed={one === chosen ? 'true' : 'false'}
        onClick={() => setFilters({ environment: one })}
      >
        {t[one]}
      </button>
    ))}
  </div>
)

/** The daily and monthly budgets, and how much of them is used. */
export const BudgetsScreen = () => {
  useTitle(t.title)
  const id = shownOrganizationId.value
  const environment =
    ownEnvironments.value.find((one) => one === address.value.filters['environment']) ??
    ownEnvironments.value[0]
  const [opened, setOpened] = useState<Opened>()
  const reading = useReading(
    'listOrganizationBudgets',
    id === undefined ? undefined : { organizationId: id, environment },
  )
  return (
    <div class="page">
      {ownEnvironments.value.length > 1 && <EnvironmentChoice chosen={environment} />}
      <PanelBox
        title={t.list}
        aside={
          mayHere('billing.manage') && (
            <button type="button" class="button main" onClick={() => setOpened({ what: 'add' })}>
              {t.add}
            </button>
          )
        }
      >
        <ReadingView reading={reading}>
          {({ budgets }) =>
            budgets.length === 0 ? (
              <EmptyNote title={t.emptyTitle}>{t.empty}</EmptyNote>
            ) : (
              <DataTable
                label={t.list}
                columns={columnsFor(setOpened)}
                rows={budgets}
                keyOf={({ budgetId }) => budgetId}
              />
            )
          }
        </ReadingView>
      </PanelBox>
      <OpenedDialog opened={opened} environment={environment} onClose={() => setOpened(undefined)} />
    </div>
  )
}
