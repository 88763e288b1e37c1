import type { ListingName, ResultOf } from '@postrider/core/assembly/registry'
import { useMemo, useState } from 'preact/hooks'
import { LiveList, type ListPage } from '../live/live-list.js'
import type { RequestInput } from '../live/live-client.js'
import { errorOf } from '../live/open-calls.js'
import { client } from './connection.js'
import { type ReadingListener, type ReadingStatus, useReading } from './reading.js'

/** A list with more pages on request. New rows are held back until the reader asks. */
export interface PagedList<T> extends Omit<ReadingStatus<unknown>, 'data'> {
  readonly rows: readonly T[] | undefined
  /** The number of new rows that aren't in the list yet. */
  readonly fresh: number
  /** Whether there are more new rows than were read. */
  readonly hasMoreFresh?: boolean
  showFresh(): void
  /** Since when a shown row may be older than its latest change; undefined if none is. */
  readonly lateSinceMs?: number | undefined
  /** Undefined if there are no more rows. */
  readonly more: (() => void) | undefined
  readonly isLoadingMore: boolean
}

/** A paged list with the other data of its first page. */
export interface PagedReading<K extends ListingName, T> extends PagedList<T> {
  readonly page: ResultOf<K> | undefined
}

interface ListOption<K extends ListingName, T> {
  rowsOf(page: ResultOf<K>): readonly T[]
  keyOf(row: T): string
  /** `newest`: new rows come first and are held back; `queue`: finished rows leave at once. */
  readonly order: 'newest' | 'queue'
  /** False for a search result, which stays unchanged until the reader searches again. */
  readonly isKept?: boolean
  /** Whether rows never change. */
  readonly isFinal?: boolean
  /**
   * The time that the list is sorted by, if its request has `to`, which limits rows to those before a time.
   */
  timeOf?(row: T): number
}

/** The list of a request, and how its first page is kept current. */
const liveListOf = <K extends ListingName, T>(
  name: K,
  request: RequestInput<K> | undefined,
  option: ListOption<K, T>,
  changed: () => void,
) => {
  const { rowsOf, keyOf, order, isFinal = false, timeOf } = option
  const pageOf = (data: ResultOf<K>): ListPage<T> => ({ rows: rowsOf(data), next: data.nextCursor })
  const requestWith = (more: object): RequestInput<K> => ({ ...request, ...more }) as RequestInput<K>
  const { to = Infinity } = (request ?? {}) as { readonly to?: number }
  const list = new LiveList<T>(
    {
      order,
      isFinal,
      keyOf,
      timeOf,
      pageAfter: async (cursor, isRequested) => {
        const next = requestWith({ cursor })
        return pageOf(await (isRequested ? client.read(name, next) : client.readAgain(name, next)))
      },
      pageUntil: async (untilMs) =>
        pageOf(await client.readAgain(name, requestWith({ to: Math.min(untilMs, to) }))),
      nowMs: () => Date.now(),
    },
    changed,
  )
  const listener: ReadingListener<ResultOf<K>> = {
    asking: () => {
      const at = list.requestTime()
      return (data) => list.take(pageOf(data), at)
    },
    named: (messageIds) => list.named(messageIds),
    settle: () => list.settle(),
  }
  return { list, listener }
}

/**
 * A list whose first page is kept current and whose new rows are held back, with the further pages that were
 * loaded.
 */
export const usePages = <K extends ListingName, T>(
  name: K,
  request: RequestInput<K> | undefined,
  option: ListOption<K, T>,
): PagedReading<K, T> => {
  const [, redraw] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<ReadingStatus<unknown>['error']>(undefined)
  const key = JSON.stringify(request)
  const { list, listener } = useMemo(() => {
    setError(undefined)
    return liveListOf(name, request, option, () => redraw((count) => count + 1))
  }, [key])
  const first = useReading(name, request, { isKept: option.isKept ?? true, listener })
  const load = async (work: () => Promise<void>): Promise<void> => {
    if (isLoading) return
    setLoading(true)
    try {
      await work()
      setError(undefined)
      if (list.lateSinceMs() !== undefined) first.changed()
    } catch (failure) {
      setError(errorOf(failure))
    }
    setLoading(false)
  }
  const fresh = list.fresh()
  return {
    ...first,
    page: first.data,
    error: first.error ?? error,
    retry: () => {
      setError(undefined)
      first.retry()
    },
    rows: list.rows(),
    fresh: fresh.count,
    hasMoreFresh: fresh.isMore,
    showFresh: () => void load(() => list.showFresh()),
    lateSinceMs: list.lateSinceMs(),
    more: list.hasMore() ? () => void load(() => list.readMore()) : undefined,
    isLoadingMore: isLoading,
  }
}
