import type { BalanceBody } from '@postrider/contracts/accounts/balances'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Balance } from '@postrider/core/messaging/use-cases/accounts/get-balance'

/** The balance of docs/api/money#balances. */
export const balanceBody = ({ asOfMs, ...balance }: Balance, requestId: string): BalanceBody => ({
  ...balance,
  asOf: isoTime(asOfMs),
  requestId,
})
