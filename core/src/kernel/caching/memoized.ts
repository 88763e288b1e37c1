/** Computes a value once for each object, and keeps it for as long as the object is in use. */
export const memoized = <K extends object, V>(compute: (of: K) => V): ((of: K) => V) => {
  const results = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const known = results.get(of)
    if (known !== undefined) return known.value
    const value = compute(of)
    results.set(of, { value })
    return value
  }
}
