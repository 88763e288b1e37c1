import { type Account, type AccountKey, availableMinor } from './account.js'

/** An email to an Organization's owners and billing people when an account's balance falls (docs/contract#low-balance). */
export interface BalanceAlert extends AccountKey {
  /** The email is sent when less than this is available, in minor units; undefined: it is off. */
  readonly thresholdMinor: number | undefined
  /** Whether less was available when it was last compared; then no email is sent before it was above again. */
  readonly isBelow: boolean
}

/** Whether less than the threshold is available; an account without entries has nothing. */
export const isBelowThreshold = (
  { thresholdMinor }: Pick<BalanceAlert, 'thresholdMinor'>,
  account: Account | undefined,
): boolean =>
  thresholdMinor !== undefined && (account === undefined ? 0 : availableMinor(account)) < thresholdMinor
