/** Rows that are shown, and newer ones that wait until somebody wants to see them. */
export interface MergedRows<T> {
  readonly rows: readonly T[]
  readonly fresh: readonly T[]
}

/**
 * Puts a page of the newest rows beside what is shown: those that are shown change in their places, those that are not wait.
 * Nothing that is read moves. A row that is older than the last of the page stays as it was.
 */
export const mergeNewest = <T>(
  shown: MergedRows<T>,
  page: readonly T[],
  keyOf: (row: T) => string,
): MergedRows<T> => {
  const now = new Map(page.map((row) => [keyOf(row), row]))
  const known = new Set(shown.rows.map(keyOf))
  const fresh = page.filter((row) => !known.has(keyOf(row)))
  const waiting = new Set(fresh.map(keyOf))
  return {
    rows: shown.rows.map((row) => now.get(keyOf(row)) ?? row),
    fresh: [...fresh, ...shown.fresh.filter((row) => !waiting.has(keyOf(row)))],
  }
}
