import { type Account, type AccountKey, availableMinor } from './account.js'

/**
 * An email to an Organization's owners and billing members when an account's balance falls
 * (docs/api/money#low-balance).
 */
export interface BalanceAlert extends AccountKey {
  /** The email is sent when less than this is available, in minor units; undefined if the alert is off. */
  readonly thresholdMinor: number | undefined
  /**
   * Whether less was available at the last comparison. No further email is sent until the balance has been
   * above the threshold again.
   */
  readonly isBelow: boolean
}

/** Whether less than the threshold is available; an account without entries has 0. */
export const isBelowThreshold = (
  { thresholdMinor }: Pick<BalanceAlert, 'thresholdMinor'>,
  account: Account | undefined,
): boolean =>
  thresholdMinor !== undefined && (account === undefined ? 0 : availableMinor(account)) < thresholdMinor
