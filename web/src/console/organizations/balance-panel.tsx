import type { ResultOf } from '@postrider/core/assembly/registry'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { MoneyText } from '../../parts/words.js'
import type { ProposalDraft } from './proposal-dialog.js'

type Balance = NonNullable<ResultOf<'getOrganization'>['balances']>[number]

const COLUMNS: readonly TableColumn<Balance>[] = [
  {
    head: t.environment,
    cell: ({ environment }) => (
      <TagWord tone={environment === 'production' ? 'good' : 'warn'}>{environment}</TagWord>
    ),
  },
  {
    head: t.available,
    isNumber: true,
    cell: ({ availableMinor, currency }) => (
      <b class="strong">
        <MoneyText amountMinor={availableMinor} currency={currency} />
      </b>
    ),
  },
  {
    head: t.heldMoney,
    isNumber: true,
    cell: ({ reservedMinor, currency }) => <MoneyText amountMinor={reservedMinor} currency={currency} />,
  },
  {
    head: t.postedMoney,
    isNumber: true,
    cell: ({ postedMinor, currency }) => <MoneyText amountMinor={postedMinor} currency={currency} />,
  },
]

/** Buttons that propose a change to the account of a row; environment and currency are preset. */
const actionsFor = (onPropose: (draft: ProposalDraft) => void): TableColumn<Balance> => ({
  head: t.actions,
  isNumber: true,
  cell: ({ environment, currency }) => (
    <div class="row end">
      {(['credit', 'adjust'] as const).map((act) => (
        <button
          key={act}
          type="button"
          class="button bare"
          onClick={() => onPropose({ act, environment, currency })}
        >
          {t.proposals[act]}
          <span class="hidden">
            {environment} {currency}
          </span>
        </button>
      ))}
    </div>
  ),
})

interface BalanceProps {
  readonly balances: readonly Balance[]
  onPropose(draft: ProposalDraft): void
}

/** The balances of an organization, by environment and currency. */
export const BalancePanel = ({ balances, onPropose }: BalanceProps) => (
  <PanelBox title={t.balance}>
    {balances.length === 0 ? (
      <EmptyNote title={t.balanceEmptyTitle}>{t.creditHint}</EmptyNote>
    ) : (
      <DataTable
        label={t.balance}
        columns={[...COLUMNS, actionsFor(onPropose)]}
        rows={balances}
        keyOf={({ environment, currency }) => `${environment} ${currency}`}
      />
    )}
  </PanelBox>
)
