import type { LedgerEventType } from './ledger-event.js'

/** How a reservation may be closed. */
export type ClosingKind = 'settlement' | 'release'

/** What an entry is said to be: of a reservation, what became of it (docs/contract#usage). */
export const entryStatus = (
  type: LedgerEventType,
  closedBy: ClosingKind | undefined,
): 'held' | 'settled' | 'released' | 'posted' => {
  if (type !== 'reservation') return 'posted'
  if (closedBy === undefined) return 'held'
  return closedBy === 'settlement' ? 'settled' : 'released'
}
