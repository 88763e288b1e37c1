import type { Lane } from '../../../kernel/messages/lane.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Queue } from '../../ports/queue.js'
import type { Clock } from '../../../kernel/ports/clock.js'

export interface LaneCapacityLimits {
  /**
   * The number of jobs that can always wait in a lane's queue: large enough that a quiet lane's queue is
   * rarely queried.
   */
  readonly fewestWaiting: number
  /**
   * The maximum number of waiting jobs, however fast the lane is. The deliveries that a process has in hand
   * cover the time until the next turn.
   */
  readonly mostWaiting: number
  /** The time after which a full lane is queried again. */
  readonly fullMs: number
}

/** The number of jobs that a lane's queue can take. */
interface LaneCapacity {
  /** Returns the known number, or queries the queue if that may matter; 0 if it has enough for now. */
  find(): Promise<number>
  /** Records that jobs were published; `isMore`: there are more to publish. */
  given(jobs: number, isMore: boolean): void
}

/** A queue is slow if it takes longer than this to drain to half of its limit. */
const SLOW_MS = 200

interface Needs {
  readonly queue: Queue
  readonly clock: Clock
}

/**
 * The number of jobs that a lane's queue can take. Jobs in a queue are in one order, in which Organizations
 * no longer take turns. So the limit adapts to what the consumers take within a moment. It doubles if the
 * queue was almost empty although there were more jobs to publish. It is halved if the queue stays half full
 * for too long. The depth is queried after half of the limit was published.
 */
export const laneCapacity = (
  { queue, clock }: Needs,
  lane: Lane,
  { fewestWaiting, mostWaiting, fullMs }: LaneCapacityLimits,
): LaneCapacity => {
  let most = fewestWaiting
  let room = 0
  let isWanted = false
  let askAgainAtMs = 0
  let fullSinceMs: EpochMs | undefined

  /** The queue is full enough; if this lasts too long, the limit is halved. */
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
    // Publishing will show whether the queue is available.
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
