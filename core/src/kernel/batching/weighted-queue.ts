/** Things that wait in the order in which they came, each with a weight. */
export interface WeightedQueue<A> {
  add(thing: A): void
  /** What they weigh together. */
  weight(): number
  isEmpty(): boolean
  /** The first of them that weigh no more than so much together; one that weighs more alone is taken alone. */
  take(most: number): readonly A[]
}

/** An empty queue. */
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
