import type { MessageId } from '@postrider/core/kernel/ids/id'

/** Who waits for whom: in memory there are no rows to lock. */
export interface UnitLocks {
  /** Runs a unit of work after those before it; one that is alone makes acceptances wait. */
  unit<A>(isAlone: boolean, run: () => Promise<A>): Promise<A>
  /** Resolves when no unit is under way that has to be alone. */
  acceptance(): Promise<void>
  /** The unit under way has the message: whoever works on it waits until the unit has ended. */
  hold(messageId: MessageId): void
  /** Resolves when no unit under way has one of the messages. */
  free(messageIds: readonly MessageId[]): Promise<void>
}

/** Nobody waits yet. */
export const newUnitLocks = (): UnitLocks => {
  let last: Promise<unknown> = Promise.resolve()
  let alone: Promise<unknown> | undefined
  let underWay: Promise<unknown> = last
  const held = new Set<MessageId>()
  const begin = <A>(isAlone: boolean, run: () => Promise<A>): Promise<A> => {
    held.clear()
    const running = run()
    underWay = running.catch(() => undefined).then(() => held.clear())
    if (isAlone) {
      const ended = running.catch(() => undefined)
      alone = ended
      void ended.then(() => {
        if (alone === ended) alone = undefined
      })
    }
    return running
  }
  return {
    unit: (isAlone, run) => {
      const next = last.then(() => begin(isAlone, run))
      last = next.catch(() => undefined)
      return next
    },
    // A loop, not a call of itself: between the last look and the acceptance no unit may begin.
    acceptance: async () => {
      for (let others = alone; others !== undefined; others = alone) await others
    },
    hold: (messageId) => void held.add(messageId),
    free: async (messageIds) => {
      while (messageIds.some((messageId) => held.has(messageId))) await underWay
    },
  }
}
