import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { plainWords } from '../../format/shown-text.js'
import { APPROVALS_TEXTS as t } from './approvals-texts.js'
import { priceWords } from '../providers/providers-texts.js'
import { pricedWord } from '../../language/channel-words.js'
import { PanelBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { DatedText, MoneyText } from '../../parts/words.js'
import { may } from '../state/access.js'
import { useReading } from '../../state/reading.js'
import { BalanceChange } from '../organizations/balance-change.js'
import { approvalOwner } from './approval-question.js'

type Approval = ResultOf<'listApprovals'>['approvals'][number]
type Price = NonNullable<Approval['price']>
type Balances = ResultOf<'getOrganization'>['balances']
type PriceVersion = ResultOf<'listPriceVersions'>['priceVersions'][number]

/**
 * The price that the new one replaces: the latest in force for the same channel, destinations and currency.
 */
const priceBefore = (versions: readonly PriceVersion[], price: Price): PriceVersion | undefined =>
  versions
    .filter(
      ({ channel, category, destinationPrefix, currency, effectiveFrom }) =>
        channel === price.channel &&
        category === price.category &&
        destinationPrefix === price.destinationPrefix &&
        currency === price.currency &&
        effectiveFrom <= price.effectiveFrom,
    )
    .sort((one, other) => (one.effectiveFrom < other.effectiveFrom ? 1 : -1))[0]

interface ChangedRow {
  readonly what: string
  readonly before: ComponentChildren
  readonly after: ComponentChildren
  readonly isSame: boolean
}

const Row = ({ what, before, after, isSame }: ChangedRow) => (
  <tr>
    <td>{what}</td>
    <td class="num" data-label={t.before}>
      {isSame ? before : <del>{before}</del>}
    </td>
    <td class="num" data-label={t.after}>
      {isSame ? after : <ins>{after}</ins>}
    </td>
  </tr>
)

const rowsOf = (price: Price, before: PriceVersion | undefined, none: string): readonly ChangedRow[] => [
  {
    what: t.unitOf(priceWords(pricedWord(price), price.destinationPrefix)),
    before:
      before === undefined ? (
        none
      ) : (
        <MoneyText amountMinor={before.unitAmountMinor} currency={before.currency} />
      ),
    after: <MoneyText amountMinor={price.unitAmountMinor} currency={price.currency} />,
    isSame: before?.unitAmountMinor === price.unitAmountMinor,
  },
  {
    what: t.chargedOn,
    before: before === undefined ? none : plainWords(before.chargeOn),
    after: plainWords(price.chargeOn),
    isSame: before?.chargeOn === price.chargeOn,
  },
  {
    what: t.inForceFrom,
    before: before === undefined ? none : <DatedText at={before.effectiveFrom} />,
    after: <DatedText at={price.effectiveFrom} />,
    isSame: before?.effectiveFrom === price.effectiveFrom,
  },
]

const TermsTable = ({ rows }: { rows: readonly ChangedRow[] }) => (
  <table class="fold" aria-label={t.beforeAfter}>
    <thead>
      <tr>
        <th scope="col">{t.what}</th>
        <th scope="col" class="num">
          {t.before}
        </th>
        <th scope="col" class="num">
          {t.after}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={row.what} {...row} />
      ))}
    </tbody>
  </table>
)

/** Compares a proposed price with the one that it replaces. */
export const PriceTerms = ({ price, organizationId }: { price: Price; organizationId: string | null }) => {
  const { channel, currency } = price
  const isShown = may('admin.pricing')
  const reading = useReading(
    'listPriceVersions',
    isShown ? { organizationId, channel, currency, limit: 100 } : undefined,
  )
  return (
    <PanelBox title={t.beforeAfter}>
      {isShown ? (
        <ReadingView reading={reading}>
          {({ priceVersions }) => (
            <TermsTable rows={rowsOf(price, priceBefore(priceVersions, price), t.none)} />
          )}
        </ReadingView>
      ) : (
        <TermsTable rows={rowsOf(price, undefined, t.notShown)} />
      )}
    </PanelBox>
  )
}

interface MoneyProps {
  readonly approval: Approval
  readonly money: NonNullable<Approval['money']>
}

/**
 * The account that an amount changes. While the proposal is pending, it also shows the balance before and
 * after.
 */
export const MoneyTerms = ({ approval, money }: MoneyProps) => {
  const { organizationId, status } = approval
  const maySee = may('admin.organizations') && may('admin.billing')
  const hasReading = status === 'pending' && organizationId !== null && maySee
  const reading = useReading('getOrganization', hasReading ? { organizationId } : undefined)
  const change = (balances: Balances | undefined) => (
    <BalanceChange
      organization={approvalOwner(approval)}
      balances={balances}
      change={money}
      isDone={status !== 'pending'}
    />
  )
  return hasReading ? (
    <ReadingView reading={reading}>{({ balances }) => change(balances)}</ReadingView>
  ) : (
    change(undefined)
  )
}
