/** A sum in integer minor units of one currency (decisions 1). */
export interface Money {
  readonly amountMinor: number
  readonly currency: string
}

export const MAX_AMOUNT_MINOR = Number.MAX_SAFE_INTEGER

/** Whether the number can stand for a sum: a safe integer, not negative. */
export const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0
