import type { ResultOf } from '@postrider/core/assembly/registry'
import { useRef, useState } from 'preact/hooks'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'
import type { PagedList } from '../../state/pages.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'
import type { ChosenAccount } from './account-chosen.js'
import { type LedgerRow, ledgerRows, postedBefore } from './ledger-rows.js'

const NEWEST = 20
const FURTHER = 100

type Proof = ResultOf<'getLedgerProof'>

/** The ledger backwards from an entry; by default from the newest. */
export interface LedgerPages extends PagedList<LedgerRow> {
  /** Shows the ledger backwards from this entry. */
  goTo(seq: number): void
}

/** Keeps the last data while the next data is read. */
const useLatest = (reading: ReadingStatus<Proof>): ReadingStatus<Proof> => {
  const kept = useRef<Proof | undefined>(undefined)
  if (reading.data !== undefined) kept.current = reading.data
  return { ...reading, data: kept.current }
}

/** Older entries that the reader asked for. They don't move and never change. */
interface Further {
  readonly held: readonly LedgerRow[] | undefined
  readonly isLoading: boolean
  readonly error: ReadingStatus<unknown>['error']
  /** Reads the entries before these rows, or backwards from an entry. */
  read(before: readonly LedgerRow[], upTo: number): void
  letGo(): void
}

const useFurther = ({ organizationId, environment, currency }: ChosenAccount): Further => {
  const [held, setHeld] = useState<readonly LedgerRow[] | undefined>(undefined)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<ReadingStatus<unknown>['error']>(undefined)
  const read = async (before: readonly LedgerRow[], upTo: number): Promise<void> => {
    setLoading(true)
    const afterSeq = Math.max(0, upTo - FURTHER)
    const request = { organizationId, environment, currency, afterSeq, limit: upTo - afterSeq }
    try {
      const { entries } = await client.read('getLedgerProof', request)
      const last = before.at(-1)
      setHeld([...before, ...ledgerRows(entries, last && postedBefore(last))])
      setError(undefined)
    } catch (failure) {
      setError(errorOf(failure))
    }
    setLoading(false)
  }
  return {
    held,
    isLoading,
    error,
    read: (before, upTo) => void read(before, upTo),
    letGo: () => {
      setHeld(undefined)
      setError(undefined)
    },
  }
}

/**
 * An account's ledger, newest entries first. New entries appear at once until older ones are read; after
 * that, they are held back above the list. `last` is the number of the ledger's last entry.
 */
export const useLedgerPages = (account: ChosenAccount, last: number): LedgerPages => {
  const { organizationId, environment, currency } = account
  const further = useFurther(account)
  const afterSeq = Math.max(0, last - NEWEST)
  const newest = { organizationId, environment, currency, afterSeq, limit: Math.max(1, last - afterSeq) }
  const isHeld = further.held !== undefined
  const reading = useLatest(useReading('getLedgerProof', isHeld ? undefined : newest, { isKept: false }))
  const { data } = reading
  const rows = further.held ?? (data && ledgerRows(data.entries, data.end.postedMinor))
  const oldest = rows?.at(-1)?.seq ?? 1
  return {
    ...reading,
    rows,
    fresh: isHeld ? last - (rows?.[0]?.seq ?? last) : 0,
    showFresh: further.letGo,
    more: oldest > 1 ? () => further.read(rows ?? [], oldest - 1) : undefined,
    isLoadingMore: further.isLoading,
    error: reading.error ?? further.error,
    retry: () => {
      further.letGo()
      reading.retry()
    },
    goTo: (seq) => (seq < last ? further.read([], seq) : further.letGo()),
  }
}
