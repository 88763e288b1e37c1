/**
 * A map that forgets old entries: it keeps the most recently set ones, and at most twice as many in total.
 */
export interface Generations<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
}

/**
 * Keeps at least the last `size` entries that were set, and those marked to stay. A whole generation is
 * dropped at once: deleting the oldest entry of a large map for each new one is slow.
 */
export const createGenerations = <K, V>(
  size: number,
  stays: (value: V) => boolean = () => false,
): Generations<K, V> => {
  let young = new Map<K, V>()
  let old = new Map<K, V>()
  let added = 0

  const age = (): void => {
    const dropped = old
    old = young
    young = new Map()
    added = 0
    for (const [key, value] of dropped) if (stays(value) && !old.has(key)) young.set(key, value)
  }
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      if (!young.has(key)) added += 1
      old.delete(key)
      young.set(key, value)
      if (added >= size) age()
    },
    delete: (key) => {
      young.delete(key)
      old.delete(key)
    },
  }
}
