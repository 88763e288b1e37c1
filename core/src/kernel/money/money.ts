/** The greatest amount: money is integer minor units, kept exactly (docs/api/conventions#money). */
export const MAX_AMOUNT_MINOR = Number.MAX_SAFE_INTEGER

/** Whether the number is a valid amount: a safe integer, not negative. */
export const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0
