import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Timers } from '@postrider/core/kernel/ports/timers'

/** One consumer's reader for one lane. */
export interface LaneReader {
  readonly lane: Lane
  /** Looks for jobs now, if there is room. */
  wake(): void
  /** Called when a delivered job was acknowledged or given back: there is room for another. */
  answered(messageId: MessageId): void
  /** Stops accepting; resolves when there will be no more deliveries. */
  stop(): Promise<void>
  /** The deliveries that aren't acknowledged or given back. */
  unanswered(): readonly MessageId[]
}

export interface ReaderNeeds {
  readonly lane: Lane
  readonly prefetch: number
  readonly timers: Timers
  /** Claims up to this many jobs; undefined if storage didn't respond. */
  readonly claim: (limit: number) => Promise<readonly MessageId[] | undefined>
  /** Releases claimed jobs that came too late to be delivered. */
  readonly release: (messageIds: readonly MessageId[]) => Promise<unknown>
  /** Whether a job is done, though storage may not know yet. */
  readonly isDone: (messageId: MessageId) => boolean
  readonly deliver: (messageId: MessageId) => void
  /** The pause before storage is queried again, after this many failures in a row. */
  readonly pauseMs: (failures: number) => number
}

/** Delivers claimed jobs. */
const take = (
  { isDone, deliver }: ReaderNeeds,
  held: Set<MessageId>,
  messageIds: readonly MessageId[],
): void => {
  for (const messageId of messageIds) {
    // An expired lease returns a job that is still in progress here, or done and not removed yet.
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
  // Whether there were probably more jobs than the last claim had room for.
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
      // Claiming jobs one by one would cost more than the jobs.
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
