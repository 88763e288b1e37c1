import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords, shortId, shownText } from '../../format/shown-text.js'
import { channelWord, pricedWord } from '../../language/channel-words.js'
import { CHANNELS_SHOWN } from '../../language/choices.js'
import { destinationWord, PRICES_TEXTS as t } from '../providers/providers-texts.js'
import { HistoryLink } from '../parts/history-link.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { DatedText, MoneyText } from '../../parts/words.js'
import { address } from '../../state/address.js'
import { organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { type PreviewedPrice, SettledPricePreview } from './price-preview.js'

type Row = ResultOf<'listPriceVersions'>['priceVersions'][number]

const OPTIONS: readonly FilterOption[] = [
  { name: 'organizationId', label: t.organization, wordOf: (id) => organizationName(id) ?? shortId(id) },
  { name: 'channel', label: t.channel, values: CHANNELS_SHOWN, wordOf: channelWord },
  { name: 'currency', label: t.currency },
]

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    head: t.owner,
    cell: ({ organizationId }) =>
      organizationId === null
        ? t.everybody
        : shownText(organizationName(organizationId) ?? shortId(organizationId)),
  },
  { head: t.channel, cell: pricedWord },
  { head: t.prefix, cell: ({ destinationPrefix }) => destinationWord(destinationPrefix) },
  { head: t.chargeOn, cell: ({ chargeOn }) => plainWords(chargeOn) },
  { head: t.from, cell: ({ effectiveFrom }) => <DatedText at={effectiveFrom} /> },
  {
    head: t.price,
    isNumber: true,
    cell: ({ unitAmountMinor, currency }) => <MoneyText amountMinor={unitAmountMinor} currency={currency} />,
  },
  {
    head: t.record,
    isNumber: true,
    cell: ({ priceVersionId }) => <HistoryLink target={priceVersionId} />,
  },
]

const PREVIEWED = [
  'organizationId',
  'channel',
  'destinationPrefix',
  'category',
  'currency',
  'unitAmountMinor',
  'chargeOn',
] as const

const LIST = {
  rowsOf: ({ priceVersions }: ResultOf<'listPriceVersions'>) => priceVersions,
  keyOf: ({ priceVersionId }: Row) => priceVersionId,
  order: 'newest',
} as const

const requestFrom = ({ organizationId, channel, currency }: Readonly<Record<string, string>>) => {
  const chosenChannel = CHANNELS_SHOWN.find((one) => one === channel)
  return {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(chosenChannel === undefined ? {} : { channel: chosenChannel }),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
  }
}

/** Lists message prices with their customer and start date. New prices are proposed here. */
export const PricesScreen = () => {
  useTitle(t.title)
  const [isOpen, setOpen] = useState(false)
  const { filters } = address.value
  const list = usePages('listPriceVersions', requestFrom(filters), LIST)
  const { organizationId = '' } = filters
  return (
    <div class="panes">
      <ListPane
        label={t.list}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={
          <>
            <FilterBar options={OPTIONS} />
            <button type="button" class="button push" onClick={() => setOpen(true)}>
              {t.propose}
            </button>
          </>
        }
      >
        {(rows) => <DataTable label={t.list} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
      </ListPane>
      {isOpen && (
        <OperationDialog
          operation="proposePriceVersion"
          title={t.proposeTitle}
          lead={t.proposeLead}
          initial={{ organizationId }}
          confirm={t.proposeDo}
          isBroad
          foresee={(bodyOf) => {
            const price = bodyOf(PREVIEWED)
            return price === undefined ? (
              <p class="small quiet">{t.previewHint}</p>
            ) : (
              <SettledPricePreview price={price as PreviewedPrice} />
            )
          }}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            say(t.proposed)
          }}
        />
      )}
    </div>
  )
}
