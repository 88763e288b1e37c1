import type { ResultOf } from '@postrider/core/assembly/registry'
import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { FigureTile } from '../../parts/boxes.js'
import { LoadingBones, ReadingView } from '../../parts/screen-states.js'
import { MoneyText } from '../../parts/words.js'
import { setFilters } from '../../state/address.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { type ChosenAccount, accountChoices, accountChoiceKey, chosenOf } from './account-chosen.js'
import { ActivityPanel } from './activity-panel.js'
import { BalanceAlertLine } from './balance-alert-line.js'
import { CreditRequest } from './credit-request.js'
import { PricePanel } from './price-panel.js'
import { ProfilePanel } from './profile-panel.js'
import { ProofPanel } from './proof-panel.js'

type Balance = ResultOf<'getCustomerBalance'>

const BalanceTiles = ({ balance }: { balance: Balance }) => {
  const { availableMinor, reservedMinor, postedMinor, currency, reconciliationStatus } = balance
  return (
    <>
      <div class="tiles three">
        <FigureTile
          label={t.available}
          figure={<MoneyText amountMinor={availableMinor} currency={currency} />}
          why={t.availableWhy}
        />
        <FigureTile
          label={t.held}
          figure={<MoneyText amountMinor={reservedMinor} currency={currency} />}
          why={t.heldWhy}
        />
        <FigureTile
          label={t.posted}
          figure={<MoneyText amountMinor={postedMinor} currency={currency} />}
          why={t.postedWhy}
        />
      </div>
      <p class={reconciliationStatus === 'drift' ? 'note alarm' : 'small quiet'}>
        {t.states[reconciliationStatus]}
      </p>
    </>
  )
}

type UsagePart = FunctionComponent<{ account: ChosenAccount }>

/** The charts of usage, which are loaded after the balance is shown. */
const LateUsage = ({ account }: { account: ChosenAccount }) => {
  const [view, setView] = useState<{ readonly part: UsagePart } | 'failed'>()
  useEffect(() => {
    import('./usage-view.js').then(
      ({ UsageView }) => setView({ part: UsageView }),
      () => setView('failed'),
    )
  }, [])
  if (view === undefined) return <LoadingBones />
  if (view === 'failed') return <p class="note alarm">{t.usageFailed}</p>
  return <view.part account={account} />
}

const OneAccount = ({ account }: { account: ChosenAccount }) => {
  const balance = useReading('getCustomerBalance', { ...account })
  return (
    <>
      <ReadingView reading={balance}>{(data) => <BalanceTiles balance={data} />}</ReadingView>
      <div class="filters">
        {balance.data !== undefined && mayHere('support.use') && (
          <CreditRequest account={account} balance={balance.data} />
        )}
        <BalanceAlertLine account={account} />
      </div>
      <LateUsage account={account} />
      {balance.data !== undefined && (
        <ActivityPanel account={account} last={balance.data.projectionVersion} />
      )}
      <ProofPanel account={account} />
      <PricePanel account={account} />
    </>
  )
}

const AccountChoice = ({
  choices,
  chosen,
}: {
  choices: ReturnType<typeof accountChoices>
  chosen: string
}) => {
  const nameOf = ({ environment, currency }: (typeof choices)[number]): string =>
    t.accountName(t[environment], currency)
  const [first] = choices
  if (first !== undefined && choices.length === 1) return <p class="quiet">{nameOf(first)}</p>
  return (
    <div class="filters" role="group" aria-label={t.accounts}>
      {choices.map((one) => (
        <button
          key={accountChoiceKey(one)}
          type="button"
          class="chip"
          aria-pressed={accountChoiceKey(one) === chosen ? 'true' : 'false'}
          onClick={() => setFilters({ environment: one.environment, currency: one.currency })}
        >
          {nameOf(one)}
        </button>
      ))}
    </div>
  )
}

/** The billing screen: balance, usage, ledger with proof, and prices. */
export const BillingScreen = () => {
  useTitle(t.title)
  const id = shownOrganizationId.value
  const balances = useReading('listCustomerBalances', id === undefined ? undefined : { organizationId: id })
  if (id === undefined) return null
  return (
    <div class="page">
      <ReadingView reading={balances}>
        {({ balances: known }) => {
          const choices = accountChoices(known)
          const chosen = chosenOf(choices)
          if (chosen === undefined) return null
          const account = { organizationId: id, ...chosen }
          return (
            <>
              <AccountChoice choices={choices} chosen={accountChoiceKey(chosen)} />
              <OneAccount key={`${id} ${accountChoiceKey(chosen)}`} account={account} />
            </>
          )
        }}
      </ReadingView>
      <ProfilePanel key={id} organizationId={id} />
    </div>
  )
}
