/** A list as a page shows it: ids and states of its rows, newest first, and its count of new rows. */
export interface ShownList {
  readonly rows: ReadonlyArray<readonly [id: string, state: string]>
  readonly fresh: number
  /** Whether there are more new rows than it counts. */
  readonly hasMoreFresh: boolean
}

/** The staleness of a page over its samples. */
export interface Staleness {
  /** Adds a sample: the page after a read of the committed rows, newest first. */
  sample(atMs: number, kept: ReadonlyArray<readonly [id: string, state: string]>, shown: ShownList): void
  /** The longest time that a row, or the count of new rows, was out of date. */
  longestMs(): number
  /** The most rows missing between two shown rows. */
  gaps(): number
}

/** Committed rows between the first and the last shown row that aren't shown. */
const gapsIn = (kept: readonly string[], shown: ReadonlySet<string>): number => {
  const places = kept.flatMap((id, at) => (shown.has(id) ? [at] : []))
  const [first, last] = [places.at(0), places.at(-1)]
  return first === undefined || last === undefined ? 0 : last - first + 1 - places.length
}

/**
 * Measures the staleness of a page. The committed rows are read first, so that a page can be ahead but isn't
 * wrongly counted as stale.
 */
export const watchStaleness = (): Staleness => {
  /** Since when a row has been committed in a state, or at all. */
  const since = new Map<string, number>()
  let longestMs = 0
  let gaps = 0
  return {
    sample: (atMs, kept, { rows, fresh, hasMoreFresh }) => {
      const states = new Map(rows)
      const newest = kept.findIndex(([id]) => states.has(id))
      for (const [at, [id, state]] of kept.entries()) {
        for (const fact of [id, `${id} ${state}`]) if (!since.has(fact)) since.set(fact, atMs)
        const is = states.get(id)
        // The count of new rows covers a new row and those after it.
        const isTold = is === undefined && (at > newest || hasMoreFresh || newest - at <= fresh)
        const fact = is === undefined ? id : `${id} ${state}`
        if (is === state || isTold) continue
        longestMs = Math.max(longestMs, atMs - (since.get(fact) ?? atMs))
      }
      const ids = kept.map(([id]) => id)
      gaps = Math.max(gaps, gapsIn(ids, new Set(states.keys())))
    },
    longestMs: () => longestMs,
    gaps: () => gaps,
  }
}
