import type { ResultOf } from '@postrider/core/assembly/registry'
import { moneyText } from '../../format/money.js'
import { BlastList, type FactRow } from '../../parts/boxes.js'
import { BALANCE_TEXTS as t } from './balance-texts.js'

type Balances = NonNullable<ResultOf<'getOrganization'>['balances']>

interface ChangeProps {
  readonly organization: string
  /** Undefined if the reader may not see them. */
  readonly balances: Balances | undefined
  /** Undefined until the fields are valid. */
  readonly change: Readonly<Record<string, unknown>> | undefined
  /** Whether the change was already decided: the current balance then no longer applies to it. */
  readonly isDone?: boolean
}

/** The account that an amount changes, and the available balance before and after. */
export const BalanceChange = ({ organization, balances, change, isDone = false }: ChangeProps) => {
  const { environment, currency, amountMinor } = change ?? {}
  if (typeof environment !== 'string' || typeof currency !== 'string' || typeof amountMinor !== 'number')
    return null
  const own = balances?.find((one) => one.environment === environment && one.currency === currency)
  const before = own?.availableMinor ?? 0
  const shown = (minor: number): string => (balances === undefined ? t.notShown : moneyText(minor, currency))
  const available: readonly FactRow[] = [
    [t.before, shown(before)],
    [t.after, shown(before + amountMinor)],
  ]
  return (
    <BlastList
      facts={[
        [t.amount, <b class="strong">{moneyText(amountMinor, currency)}</b>],
        [t.account, `${organization}, ${environment}`],
        ...(isDone ? [] : available),
      ]}
    />
  )
}
