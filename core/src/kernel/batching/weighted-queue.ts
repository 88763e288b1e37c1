/** A first-in, first-out queue whose items have weights. */
export interface WeightedQueue<A> {
  add(thing: A): void
  /** The total weight of the items. */
  weight(): number
  isEmpty(): boolean
  /**
   * Removes and returns the first items whose total weight is at most `most`; an item that weighs more is
   * taken by itself.
   */
  take(most: number): readonly A[]
}

/** Creates an empty queue. */
export const weightedQueue = <A>(weightOf: (thing: A) => number): WeightedQueue<A> => {
  const waiting: A[] = []
  let total = 0
  return {
    add: (thing) => {
      waiting.push(thing)
      total += weightOf(thing)
    },
    weight: () => total,
    isEmpty: () => waiting.length === 0,
    take: (most) => {
      let count = 0
      let weight = 0
      for (const thing of waiting) {
        const more = weightOf(thing)
        if (count > 0 && weight + more > most) break
        weight += more
        count += 1
        if (weight >= most) break
      }
      total -= weight
      return waiting.splice(0, count)
    },
  }
}
