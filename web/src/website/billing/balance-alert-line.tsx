import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { decimalsOf, decimalText, moneyText } from '../../format/money.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import { mayHere } from '../state/access.js'
import type { ChosenAccount } from './account-chosen.js'

/** The email about a low balance of the account, and the button that sets its threshold. */
export const BalanceAlertLine = ({ account }: { account: ChosenAccount }) => {
  const { data } = useReading('getBalanceAlert', { ...account })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return null
  const { thresholdMinor } = data
  const { currency } = account
  return (
    <>
      {mayHere('billing.manage') && (
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {t.alertSet}
        </button>
      )}
      <span class="small quiet">
        {thresholdMinor === null ? t.alertOff : t.alertOn(moneyText(thresholdMinor, currency))}
      </span>
      {isOpen && (
        <OperationDialog
          operation="setBalanceAlert"
          title={t.alertTitle}
          lead={t.alertLead}
          fixed={{ ...account }}
          currency={currency}
          initial={
            thresholdMinor === null
              ? {}
              : { thresholdMinor: decimalText(thresholdMinor, decimalsOf(currency), 'en') }
          }
          confirm={t.alertDo}
          onClose={() => setOpen(false)}
          onDone={({ thresholdMinor: set }) => {
            setOpen(false)
            say(set === null ? t.alertTurnedOff : t.alertSaved)
          }}
        />
      )}
    </>
  )
}
