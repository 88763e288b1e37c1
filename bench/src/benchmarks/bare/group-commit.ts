/** Adds one item to the next group, and resolves when its group is committed. */
export type Committing<Item, Answer> = (item: Item) => Promise<Answer>

interface Waiter<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: one group at a time, and items that arrive during a commit go into the next. `commit` returns
 * a result for each item in order; if it fails, all items of its group fail.
 */
export const groupCommit = <Item, Answer>(
  most: number,
  commit: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Committing<Item, Answer> => {
  let waiting: Array<Waiter<Item, Answer>> = []
  let isBusy = false
  const settle = async (group: ReadonlyArray<Waiter<Item, Answer>>): Promise<void> => {
    try {
      const answers = await commit(group.map(({ item }) => item))
      // The next group starts first: it is committed while these results are delivered.
      next()
      group.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      next()
      for (const { reject } of group) reject(error)
    }
  }
  const next = (): void => {
    isBusy = waiting.length > 0
    if (!isBusy) return
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    void settle(group)
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      // Items that arrive in the same turn of the event loop are included.
      setImmediate(next)
    })
}
