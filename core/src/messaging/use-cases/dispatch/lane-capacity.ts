import type { Lane } from '../../../kernel/messages/lane.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

export interface LaneCapacityLimits {
  /** Jobs that may always wait in a lane's queue: enough that a quiet lane's queue is seldom asked. */
  readonly fewestWaiting: number
  /** The most jobs that may wait, however fast the lane: what a process has in hand for it lasts as long. */
  readonly mostWaiting: number
  /** After how long a lane whose queue has enough is asked again. */
  readonly fullMs: number
}

/** How many more jobs a lane's queue may be given. */
interface LaneCapacity {
  /** As known, or after asking the queue where that may matter; 0: it has enough for now. */
  find(): Promise<number>
  /** So many jobs were given; `isMore`: and there would be more to give. */
  given(jobs: number, isMore: boolean): void
}

/** A queue that takes longer to lose half of what it may hold is slow. */
const SLOW_MS = 200

/**
 * What waits in a queue stands in one line, where Organizations take turns no more. So a lane's queue holds no more
 * than its consumers take out in a moment: found almost empty although there was more to give, it may hold twice as
 * much; half full for too long, half as much. It is asked how long it is once half of what it may hold was given.
 */
export const laneCapacity = (
  { queue, clock }: Pick<Ports, 'queue' | 'clock'>,
  lane: Lane,
  { fewestWaiting, mostWaiting, fullMs }: LaneCapacityLimits,
): LaneCapacity => {
  let most = fewestWaiting
  let room = 0
  let isWanted = false
  let askAgainAtMs = 0
  let fullSinceMs: EpochMs | undefined

  /** The queue has enough: for how long already decides whether it may hold less. */
  const full = (nowMs: EpochMs): number => {
    room = 0
    askAgainAtMs = nowMs + fullMs
    fullSinceMs ??= nowMs
    if (nowMs < fullSinceMs + SLOW_MS) return 0
    most = Math.max(fewestWaiting, Math.floor(most / 2))
    fullSinceMs = nowMs
    return 0
  }

  const ask = async (): Promise<number> => {
    const depth = await queue.depth(lane)()
    // Publishing tells soon enough whether the queue is there.
    if (E.isLeft(depth)) return most
    if (isWanted && depth.right <= most / 4) most = Math.min(mostWaiting, most * 2)
    if (depth.right > most / 2) return full(clock.nowMs())
    fullSinceMs = undefined
    room = most - depth.right
    return room
  }

  return {
    find: async () => {
      if (room >= most / 2) return room
      return clock.nowMs() < askAgainAtMs ? 0 : ask()
    },
    given: (jobs, isMore) => {
      room -= jobs
      isWanted = isMore
    },
  }
}
