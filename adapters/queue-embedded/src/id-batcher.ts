import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Timers } from '@postrider/core/kernel/ports/timers'

/**
 * Collects ids during one turn of the event loop, and while earlier ones are in progress, and handles them
 * together.
 */
export interface IdBatcher {
  add(messageId: MessageId): void
  /** Whether the id waits or is in progress. */
  has(messageId: MessageId): boolean
  /** Handles waiting ids for the last time, and stops accepting; resolves when nothing is in progress. */
  drain(): Promise<void>
}

interface BatcherNeeds {
  readonly timers: Timers
  /** Handles the ids; false if that failed and has to be tried again. */
  readonly handle: (messageIds: readonly MessageId[]) => Promise<boolean>
  /** The pause before the next try after this many failures. */
  readonly pauseMs: (failures: number) => number
}

export const createIdBatcher = ({ timers, handle, pauseMs }: BatcherNeeds): IdBatcher => {
  const waiting = new Set<MessageId>()
  let underWay: ReadonlySet<MessageId> = new Set()
  let running: Promise<void> | undefined
  let scheduled = false
  let closed = false
  let failures = 0

  const run = async (): Promise<void> => {
    underWay = new Set(waiting)
    waiting.clear()
    const done = await handle([...underWay])
    if (!done) for (const messageId of underWay) waiting.add(messageId)
    underWay = new Set()
    failures = done ? 0 : failures + 1
    running = undefined
    if (waiting.size > 0 && !closed) schedule()
  }
  const start = (): void => {
    scheduled = false
    if (running === undefined && waiting.size > 0) running = run()
  }
  const schedule = (): void => {
    if (scheduled || running !== undefined) return
    scheduled = true
    const due = (): void => {
      if (!closed) start()
    }
    if (failures === 0) timers.soon(due)
    else timers.after(pauseMs(failures), due)
  }
  return {
    add: (messageId) => {
      if (closed) return
      waiting.add(messageId)
      schedule()
    },
    has: (messageId) => waiting.has(messageId) || underWay.has(messageId),
    drain: async () => {
      closed = true
      await running
      start()
      await running
    },
  }
}
