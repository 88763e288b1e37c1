/** Keeps the entries written last, up to a limit; the oldest is dropped first. */
export interface RecentCache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

/** Creates a bounded cache. */
export const recent = <K, V>(limit: number): RecentCache<K, V> => {
  const entries = new Map<K, V>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= limit) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
  }
}
