/** The values in groups with the same key, in the order of the first of each. */
export const groupedBy = <K, V>(
  values: Iterable<V>,
  keyOf: (value: V) => K,
): ReadonlyMap<K, readonly V[]> => {
  const groups = new Map<K, V[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
