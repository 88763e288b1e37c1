import type { ResultOf } from '@postrider/core/assembly/registry'
import { type EntryContent, readEntry } from './entry-content.js'

/** A ledger entry as it is listed. */
export interface LedgerRow extends EntryContent {
  readonly seq: number
  readonly digest: string
  /** Undefined where it is not known: nothing was counted back from the end to here. */
  readonly postedAfterMinor: number | undefined
}

/** By how much an entry moves what is posted. */
const postedBy = ({ type, amountMinor }: EntryContent): number => {
  if (type === 'credit') return amountMinor
  return type === 'debit' || type === 'settlement' ? -amountMinor : 0
}

/** What was posted before an entry. */
export const postedBefore = (row: LedgerRow): number | undefined =>
  row.postedAfterMinor === undefined ? undefined : row.postedAfterMinor - postedBy(row)

/** Entries that follow one another, the newest first, each with what was posted after it: counted back from the last of them. */
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
