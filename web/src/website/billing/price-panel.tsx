import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useState } from 'preact/hooks'
import { countText } from '../../format/shown-text.js'
import { pricedWord } from '../../language/channel-words.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { DatedText, MoneyText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { SupportText } from '../support/support-text.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import { isEverywhere, type NamedPrice, namedPrices, pricesWith } from './named-prices.js'

/** A list up to this length is shown in full; a longer one is searched, and shown on request. */
const MANY = 20

const PriceSource = ({ isOwn, isReplaced }: NamedPrice) => {
  if (isOwn) return <TagWord tone="good">{t.ownPrice}</TagWord>
  return <span class={isReplaced ? 'quiet' : undefined}>{isReplaced ? t.replaced : t.listPrice}</span>
}

const DestinationName = (price: NamedPrice) => {
  if (isEverywhere(price)) return <>{t.everywhere}</>
  const code = <span class="mono nowrap">{price.destinationPrefix}…</span>
  return price.country === undefined ? (
    code
  ) : (
    <>
      {price.country} <span class="quiet">{code}</span>
    </>
  )
}

const COLUMNS: readonly TableColumn<NamedPrice>[] = [
  { head: t.destination, cell: (price) => <DestinationName {...price} /> },
  { head: t.channel, cell: pricedWord },
  {
    head: t.unit,
    isNumber: true,
    cell: ({ unitAmountMinor, currency }) => <MoneyText amountMinor={unitAmountMinor} currency={currency} />,
  },
  { head: t.chargedOn, cell: ({ chargeOn }) => t.charged[chargeOn] },
  { head: t.since, cell: ({ since }) => <DatedText at={since} /> },
  { head: t.priceSource, cell: (row) => <PriceSource {...row} /> },
]

type Page = ResultOf<'listCustomerPrices'>

const LIST = {
  rowsOf: ({ prices }: Page) => prices,
  keyOf: ({ priceVersionId }: Page['prices'][number]) => priceVersionId,
  order: 'queue',
} as const

const PriceSearch = ({ text, onWrite }: { text: string; onWrite(text: string): void }) => (
  <input
    class="input"
    type="search"
    aria-label={t.findPrice}
    placeholder={t.findPriceHint}
    maxLength={100}
    autocomplete="off"
    value={text}
    onInput={({ currentTarget }) => onWrite(currentTarget.value)}
  />
)

const PriceTable = ({ prices, text }: { prices: readonly NamedPrice[]; text: string }) => {
  const [isWhole, setWhole] = useState(false)
  const found = pricesWith(prices, text)
  const shown = isWhole ? found : found.slice(0, MANY)
  if (found.length === 0) return <EmptyNote title={t.noPriceFound}>{t.noPriceFoundHint}</EmptyNote>
  return (
    <>
      <DataTable label={t.prices} columns={COLUMNS} rows={shown} keyOf={LIST.keyOf} />
      {prices.length > MANY && (
        <div class="more">
          <span role="status">{t.pricesShown(countText(shown.length), countText(prices.length))}</span>
          {shown.length < found.length && (
            <button type="button" class="button" onClick={() => setWhole(true)}>
              {t.allPrices}
            </button>
          )}
        </div>
      )}
    </>
  )
}

/** The current unit prices by destination and channel, sorted by name. */
export const PricePanel = ({ account: { organizationId, currency } }: { account: ChosenAccount }) => {
  const list = usePages('listCustomerPrices', { organizationId, currency, limit: 500 }, LIST)
  const [text, setText] = useState('')
  const { rows = [], more, isLoadingMore, error } = list
  // Country names depend on the reader's language, so the whole list is read before it is sorted.
  useEffect(() => {
    if (!isLoadingMore && error === undefined) more?.()
  }, [rows.length, isLoadingMore, error])
  return (
    <PanelBox
      title={t.prices}
      aside={rows.length > MANY ? <PriceSearch text={text} onWrite={setText} /> : undefined}
    >
      <ListView
        list={{ ...list, more: error === undefined ? undefined : more }}
        empty={
          <EmptyNote title={t.pricesEmpty}>
            <SupportText text={t.pricesEmptyHint} />
          </EmptyNote>
        }
      >
        {(prices) => <PriceTable prices={namedPrices(prices)} text={text} />}
      </ListView>
    </PanelBox>
  )
}
