import { type Account, availableMinor } from './account.js'

/**
 * Whether an account can reserve an amount; acceptance never makes the available amount negative
 * (docs/api/money#balances).
 */
export const canReserve = (account: Account | undefined, amountMinor: number): account is Account =>
  account !== undefined && amountMinor <= availableMinor(account)
