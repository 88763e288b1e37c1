/**
 * What was opened, in order. inversify ends its values side by side; a queue that lives in the storage has to end
 * before it, so that everything with connections goes on this one list.
 */
export interface ClosingList {
  /** Puts something on the list and gives it back. */
  opened<A extends { close(): Promise<void> }>(what: A): A
  /** Closes all of it, what was opened last first; goes on when one fails and throws the first failure at the end. */
  close(): Promise<void>
}

/** An empty list. */
export const createClosingList = (): ClosingList => {
  const open: Array<{ close(): Promise<void> }> = []
  return {
    opened: (what) => {
      open.push(what)
      return what
    },
    close: async () => {
      const failures: unknown[] = []
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        await last.close().catch((cause: unknown) => failures.push(cause))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
