import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Timers } from '@postrider/core/kernel/ports/timers'

/** One consumer's reading of one lane. */
export interface LaneReader {
  readonly lane: Lane
  /** Looks for jobs now, if there is room. */
  wake(): void
  /** A delivered job was answered: there is room for another. */
  answered(messageId: MessageId): void
  /** Takes no more; resolves when nothing will be delivered any more. */
  stop(): Promise<void>
  /** What was delivered and not answered. */
  unanswered(): readonly MessageId[]
}

export interface ReaderNeeds {
  readonly lane: Lane
  readonly prefetch: number
  readonly timers: Timers
  /** Takes up to so many jobs; undefined where storage did not answer. */
  readonly claim: (limit: number) => Promise<readonly MessageId[] | undefined>
  /** Gives claimed jobs back that came too late to be delivered. */
  readonly release: (messageIds: readonly MessageId[]) => Promise<unknown>
  /** Jobs that are done, though storage may not know yet. */
  readonly isDone: (messageId: MessageId) => boolean
  readonly deliver: (messageId: MessageId) => void
  /** The pause before storage is asked again, after so many failures in a row. */
  readonly pauseMs: (failures: number) => number
}

/** Delivers claimed jobs. */
const take = (
  { isDone, deliver }: ReaderNeeds,
  held: Set<MessageId>,
  messageIds: readonly MessageId[],
): void => {
  for (const messageId of messageIds) {
    // A lease that ran out brings a job again that is still in work here, or done and not removed yet.
    if (held.has(messageId) || isDone(messageId)) continue
    held.add(messageId)
    deliver(messageId)
  }
}

export const createLaneReader = (needs: ReaderNeeds): LaneReader => {
  const { lane, prefetch, timers, claim, release, pauseMs } = needs
  const held = new Set<MessageId>()
  let reading: Promise<void> | undefined
  let stopped = false
  let woken = false
  // Whether there is likely more than there was room for at the last look.
  let hungry = false
  let failures = 0
  let cancelPoll = (): void => undefined

  const look = async (room: number): Promise<void> => {
    const messageIds = await claim(room)
    failures = messageIds === undefined ? failures + 1 : 0
    hungry = messageIds?.length === room
    if (stopped) {
      if (messageIds !== undefined && messageIds.length > 0) await release(messageIds)
      return
    }
    take(needs, held, messageIds ?? [])
    reading = undefined
    if (woken && failures === 0) wake()
    else cancelPoll = timers.after(pauseMs(failures), wake)
  }
  const wake = (): void => {
    if (stopped) return
    woken = reading !== undefined
    if (woken) return
    cancelPoll()
    const room = prefetch - held.size
    hungry = true
    if (room > 0) reading = look(room)
    else cancelPoll = timers.after(pauseMs(0), wake)
  }
  return {
    lane,
    wake: () => {
      if (failures === 0 || reading !== undefined) wake()
    },
    answered: (messageId) => {
      held.delete(messageId)
      // Claims of a job each would cost more than the jobs.
      if (hungry && failures === 0 && held.size <= prefetch / 2) {
        hungry = false
        timers.soon(wake)
      }
    },
    stop: async () => {
      stopped = true
      cancelPoll()
      await reading
    },
    unanswered: () => [...held],
  }
}
