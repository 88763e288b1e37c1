/** What is remembered by key. */
interface BoundedMap<A> {
  get(key: string): A | undefined
  set(key: string, value: A): void
}

/** A map that forgets what was written to it longest ago, as soon as it holds more than so much. */
export const boundedMap = <A>(most: number): BoundedMap<A> => {
  const map = new Map<string, A>()
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key)
      map.set(key, value)
      if (map.size > most) map.delete(map.keys().next().value ?? '')
    },
  }
}
