import type { LedgerEventType } from './ledger-event.js'

/** The two ways to close a reservation. */
export type ClosingKind = 'settlement' | 'release'

/** The status of an entry; for a reservation, how it was closed (docs/api/money#usage). */
export const entryStatus = (
  type: LedgerEventType,
  closedBy: ClosingKind | undefined,
): 'held' | 'settled' | 'released' | 'posted' => {
  if (type !== 'reservation') return 'posted'
  if (closedBy === undefined) return 'held'
  return closedBy === 'settlement' ? 'settled' : 'released'
}
