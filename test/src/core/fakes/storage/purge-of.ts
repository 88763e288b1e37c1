/** Removes the first so many records whose time was over before the moment. How many. */
export const purgeOf = <R>(
  of: Map<string, R>,
  overAt: (record: R) => number,
  beforeMs: number,
  most: number,
): number => {
  const over = [...of].filter(([, record]) => overAt(record) < beforeMs).slice(0, most)
  for (const [key] of over) of.delete(key)
  return over.length
}
