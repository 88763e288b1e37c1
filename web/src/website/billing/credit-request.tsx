import { useState } from 'preact/hooks'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { minorUnitsOf, moneyText } from '../../format/money.js'
import { FormFieldBox } from '../../parts/form-field.js'
import { visit } from '../../state/address.js'
import { say } from '../../state/toast.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'

interface CreditProps {
  readonly account: ChosenAccount
  readonly balance: Pick<ResultOf<'getCustomerBalance'>, 'availableMinor'>
}

const AMOUNT = 'credit-amount'

const CreditDialog = ({
  account: { organizationId, environment, currency },
  balance,
  onClose,
}: CreditProps & { onClose(): void }) => {
  const [written, setWritten] = useState('')
  const minor = minorUnitsOf(written, currency)
  const isAmount = minor !== undefined && minor > 0
  const amount = isAmount ? moneyText(minor, currency) : ''
  const name = t.accountName(t[environment], currency)
  return (
    <OperationDialog
      operation="createSupportTicket"
      title={t.creditTitle}
      lead={t.creditLead}
      fixed={{
        organizationId,
        category: 'billing',
        priority: 'normal',
        subject: t.creditSubject(amount, name),
        text: t.creditText(amount, name, moneyText(balance.availableMinor, currency)),
      }}
      unready={isAmount ? undefined : t.creditUnready(currency)}
      confirm={t.creditDo}
      onClose={onClose}
      onDone={({ ticket }) => {
        onClose()
        say(t.creditRequested)
        visit(`/support/${ticket.ticketId}`)
      }}
    >
      <FormFieldBox id={AMOUNT} label={t.creditAmount} hint={isAmount ? amount : t.creditHint(currency)}>
        <input
          class="input"
          id={AMOUNT}
          aria-describedby={`${AMOUNT}-about`}
          inputMode="decimal"
          value={written}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        />
      </FormFieldBox>
      <p class="small quiet">{t.creditFor(name)}</p>
    </OperationDialog>
  )
}

/** A button that requests credit from support, with a ticket that names the amount and the account. */
export const CreditRequest = (props: CreditProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {t.creditAsk}
      </button>
      {isOpen && <CreditDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
