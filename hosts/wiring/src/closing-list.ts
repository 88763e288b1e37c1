/**
 * Everything that was opened, in order. inversify closes its values concurrently, but a queue that uses the
 * storage has to close before it. So everything with connections is on this one list.
 */
export interface ClosingList {
  /** Adds a value to the list and returns it. */
  opened<A extends { close(): Promise<void> }>(what: A): A
  /** Closes everything in reverse order; continues after a failure and throws the first one at the end. */
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
