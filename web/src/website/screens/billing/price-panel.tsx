import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { channelWord } from '../../../language/channel-words.js'
import { PanelBox, TagWord } from '../../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../../parts/data-table.js'
import { EmptyNote } from '../../../parts/screen-states.js'
import { MoneyText, WhenText } from '../../../parts/words.js'
import { usePages } from '../../../state/pages.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'

type Row = ResultOf<'listCustomerPrices'>['prices'][number]

const WhosePrice = ({ isOwn, isReplaced }: Row) => {
  if (isOwn) return <TagWord tone="good">{t.ownPrice}</TagWord>
  return <span class={isReplaced ? 'quiet' : undefined}>{isReplaced ? t.replaced : t.listPrice}</span>
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.channel, cell: ({ channel }) => channelWord(channel) },
  {
    head: t.destination,
    cell: ({ destinationPrefix }) =>
      destinationPrefix === '*' ? t.everywhere : <span class="mono">{destinationPrefix}…</span>,
  },
  {
    head: t.unit,
    isNumber: true,
    cell: ({ unitAmountMinor, currency }) => <MoneyText amountMinor={unitAmountMinor} currency={currency} />,
  },
  { head: t.chargedOn, cell: ({ chargeOn }) => t.charged[chargeOn] },
  { head: t.since, cell: ({ since }) => <WhenText at={since} /> },
  { head: t.whose, cell: (row) => <WhosePrice {...row} /> },
]

const LIST = {
  rowsOf: ({ prices }: ResultOf<'listCustomerPrices'>) => prices,
  keyOf: ({ priceVersionId }: Row) => priceVersionId,
  order: 'queue',
} as const

/** What a unit costs now, by channel and destination. */
export const PricePanel = ({ account: { organizationId, currency } }: { account: ChosenAccount }) => {
  const list = usePages('listCustomerPrices', { organizationId, currency, limit: 50 }, LIST)
  return (
    <PanelBox title={t.prices}>
      <ListView list={list} empty={<EmptyNote title={t.pricesEmpty}>{t.pricesEmptyHint}</EmptyNote>}>
        {(rows) => <DataTable label={t.prices} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
      </ListView>
    </PanelBox>
  )
}
