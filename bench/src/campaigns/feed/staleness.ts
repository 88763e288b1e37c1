/** A list as a page shows it: ids and states of its rows, the newest first, and what it counts as new. */
export interface ShownList {
  readonly rows: ReadonlyArray<readonly [id: string, state: string]>
  readonly fresh: number
  /** Whether it says that more are new than it counts. */
  readonly hasMoreFresh: boolean
}

/** How old a page was, over its samples. */
export interface Staleness {
  /** The page as it was after a reading of what is committed, the newest first. */
  sample(atMs: number, kept: ReadonlyArray<readonly [id: string, state: string]>, shown: ShownList): void
  /** The longest time for which a row, or the count of new rows, was behind what is committed. */
  longestMs(): number
  /** The most rows that were missing between two that were shown. */
  gaps(): number
}

/** Committed rows between the first and the last shown row that are not shown. */
const gapsIn = (kept: readonly string[], shown: ReadonlySet<string>): number => {
  const places = kept.flatMap((id, at) => (shown.has(id) ? [at] : []))
  const [first, last] = [places.at(0), places.at(-1)]
  return first === undefined || last === undefined ? 0 : last - first + 1 - places.length
}

/** Measures how old a page is. What is committed is read first: the page may be ahead of it, never by its own fault behind. */
export const watchStaleness = (): Staleness => {
  /** Since when a row has been committed in a state, or committed at all. */
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
        // A new row is told by the count: those behind it are.
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
