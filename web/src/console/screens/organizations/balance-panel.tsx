import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { ORGANIZATIONS_TEXTS as t } from '../../language/organizations-texts.js'
import { PanelBox, TagWord } from '../../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../../parts/data-table.js'
import { EmptyNote } from '../../../parts/screen-states.js'
import { MoneyText } from '../../../parts/words.js'

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

/** What an Organization has, by environment and currency. */
export const BalancePanel = ({ balances }: { balances: readonly Balance[] }) => (
  <PanelBox title={t.balance}>
    {balances.length === 0 ? (
      <EmptyNote title={t.balanceEmptyTitle}>{t.creditHint}</EmptyNote>
    ) : (
      <DataTable
        label={t.balance}
        columns={COLUMNS}
        rows={balances}
        keyOf={({ environment, currency }) => `${environment} ${currency}`}
      />
    )}
  </PanelBox>
)
