import type { ResultOf } from '@postrider/core/assembly/registry'
import { type EntryContent, readEntry } from './entry-content.js'

/** A ledger entry in a list. */
export interface LedgerRow extends EntryContent {
  readonly seq: number
  readonly digest: string
  /** Undefined if it isn't known, because the entries after this one aren't loaded. */
  readonly postedAfterMinor: number | undefined
}

/** How much an entry changes the posted balance. */
const postedBy = ({ type, amountMinor }: EntryContent): number => {
  if (type === 'credit') return amountMinor
  return type === 'debit' || type === 'settlement' ? -amountMinor : 0
}

/** The posted balance before an entry. */
export const postedBefore = (row: LedgerRow): number | undefined =>
  row.postedAfterMinor === undefined ? undefined : row.postedAfterMinor - postedBy(row)

/**
 * Consecutive entries, newest first, each with the posted balance after it, computed backwards from the
 * newest.
 */
export const ledgerRows = (
  entries: ResultOf<'getLedgerProof'>['entries'],
  postedAtEnd: number | undefined,
): readonly LedgerRow[] => {
  let postedAfterMinor = postedAtEnd
  return entries.toReversed().flatMap(({ seq, digest, content }) => {
    const entry = readEntry(content)
    if (entry === undefined) return []
    const row = { ...entry, seq, digest, postedAfterMinor }
    postedAfterMinor = postedBefore(row)
    return [row]
  })
}
