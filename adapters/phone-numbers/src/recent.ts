/** Finds a value by its key, or makes it and remembers it for a while. */
export type Recent<A> = (key: string, make: (key: string) => A) => A

/**
 * Remembers at least the last `size` keys used and never more than twice as many: in two generations, of
 * which the older one is dropped when the younger is full. Cheaper than moving every key that is used.
 */
export const createRecent = <A>(size: number): Recent<A> => {
  let young = new Map<string, { readonly value: A }>()
  let old = young
  return (key, make) => {
    const known = young.get(key)
    if (known !== undefined) return known.value
    const entry = old.get(key) ?? { value: make(key) }
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(key, entry)
    return entry.value
  }
}
