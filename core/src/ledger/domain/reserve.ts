import { type Account, availableMinor } from './account.js'

/**
 * Whether the account can hold back this much; acceptance never takes what is available below zero
 * (docs/contract#balances).
 */
export const canReserve = (account: Account | undefined, amountMinor: number): account is Account =>
  account !== undefined && amountMinor <= availableMinor(account)
