import type { ListingName, ResultOf } from '@postrider/core/domain/operations/registry'
import { useEffect, useState } from 'preact/hooks'
import type { AskedRequest } from '../live/live-client.js'
import { mergeNewest, type MergedRows } from '../live/merge-rows.js'
import { errorOf } from '../live/open-calls.js'
import { client } from './connection.js'
import { type ReadingStatus, useReading } from './reading.js'

/** A list of which more can be asked for, and of which what is new waits until it is wanted. */
export interface PagedList<T> extends Omit<ReadingStatus<unknown>, 'data'> {
  readonly rows: readonly T[] | undefined
  /** So many are new since the list was shown, and not in it. */
  readonly fresh: number
  showFresh(): void
  /** Undefined where there is no more. */
  readonly more: (() => void) | undefined
  readonly isLoadingMore: boolean
}

/** The same, with what its first page says beside its rows. */
export interface PagedReading<K extends ListingName, T> extends PagedList<T> {
  readonly page: ResultOf<K> | undefined
}

interface ListOption<K extends ListingName, T> {
  rowsOf(page: ResultOf<K>): readonly T[]
  keyOf(row: T): string
  /** `newest`: what is new comes first, and waits; `queue`: what is done leaves, at once. */
  readonly order: 'newest' | 'queue'
  /** False: what was found when somebody asked, until they ask again. */
  readonly isKept?: boolean
}

interface Further<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** What stands on the first page, with what is new held back, and what was asked for behind it. */
export const usePages = <K extends ListingName, T>(
  name: K,
  request: AskedRequest<K> | undefined,
  { rowsOf, keyOf, order, isKept = true }: ListOption<K, T>,
): PagedReading<K, T> => {
  const first = useReading(name, request, { isKept })
  const key = JSON.stringify(request)
  const [merged, setMerged] = useState<MergedRows<T> | undefined>(undefined)
  const [further, setFurther] = useState<Further<T> | undefined>(undefined)
  const [isLoadingMore, setLoading] = useState(false)
  const [error, setError] = useState<ReadingStatus<unknown>['error']>(undefined)
  useEffect(() => {
    setMerged(undefined)
    setFurther(undefined)
    setError(undefined)
  }, [key])
  useEffect(() => {
    if (first.data === undefined) return
    const rows = rowsOf(first.data)
    setMerged((before) =>
      order === 'queue' || before === undefined ? { rows, fresh: [] } : mergeNewest(before, rows, keyOf),
    )
  }, [first.data])
  const next = further === undefined ? (first.data?.nextCursor ?? null) : further.next
  const loadMore = async (cursor: string): Promise<void> => {
    if (request === undefined || isLoadingMore) return
    setLoading(true)
    try {
      const page = await client.read(name, { ...request, cursor })
      setFurther((before) => ({ rows: [...(before?.rows ?? []), ...rowsOf(page)], next: page.nextCursor }))
      setError(undefined)
    } catch (failure) {
      setError(errorOf(failure))
    }
    setLoading(false)
  }
  const shown = new Set(merged?.rows.map(keyOf))
  const rows = merged && [...merged.rows, ...(further?.rows ?? []).filter((row) => !shown.has(keyOf(row)))]
  return {
    ...first,
    page: first.data,
    error: first.error ?? error,
    retry: () => {
      setError(undefined)
      first.retry()
    },
    rows,
    fresh: merged?.fresh.length ?? 0,
    showFresh: () => setMerged((now) => now && { rows: [...now.fresh, ...now.rows], fresh: [] }),
    more: next === null ? undefined : () => void loadMore(next),
    isLoadingMore,
  }
}
