import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { QueueUnavailable, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { JobTable } from '@postrider/core/messaging/ports/job-table'
import type { Delivery, Queue } from '@postrider/core/messaging/ports/queue'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { createIdBatcher, type IdBatcher } from './id-batcher.js'
import { createLaneReader, type LaneReader } from './lane-reader.js'

export interface EmbeddedQueueNeeds {
  readonly jobs: JobTable
  readonly clock: Clock
  readonly timers: Timers
  /**
   * How often jobs of other processes are looked up; default 100 ms. Those of this process are seen at once.
   */
  readonly pollMs?: number
  /** After this time the jobs of a process that died or hangs are delivered to others; default 60 s. */
  readonly leaseMs?: number
}

const GIVE_BACK_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5_000

const unavailable = (cause: string): E.Either<QueueUnavailable, never> =>
  E.left({ _tag: 'QueueUnavailable', cause })

/** The parts of a queue's state that are shared: the table and the clock. */
interface Table {
  readonly insert: Queue['publish']
  readonly depth: Queue['depth']
  claim(lane: Lane, limit: number): Promise<readonly MessageId[] | undefined>
  release(messageIds: readonly MessageId[], pauseMs: number): Promise<boolean>
  remove(messageIds: readonly MessageId[]): Promise<boolean>
  /** Whether the last query of the table succeeded. */
  isUp(): boolean
}

const askTable = ({ jobs, clock, leaseMs = 60_000 }: EmbeddedQueueNeeds): Table => {
  let up = true
  const ask = async <A>(
    effect: TE.TaskEither<StorageUnavailable, A>,
  ): Promise<E.Either<StorageUnavailable, A>> => {
    const answer = await effect()
    up = E.isRight(answer)
    return answer
  }
  const succeeds = async (effect: TE.TaskEither<StorageUnavailable, void>): Promise<boolean> =>
    E.isRight(await ask(effect))
  return {
    isUp: () => up,
    insert: (toDo) => async () => {
      const answer = await ask(jobs.insert(toDo, clock.nowMs()))
      return E.isLeft(answer) ? unavailable(answer.left.cause) : E.right(toDo.map((job) => job.messageId))
    },
    depth: (lane) => async () => {
      const answer = await ask(jobs.depth(lane, clock.nowMs()))
      return E.isLeft(answer) ? unavailable(answer.left.cause) : answer
    },
    claim: async (lane, limit) => {
      const answer = await ask(jobs.claim(lane, limit, clock.nowMs(), leaseMs))
      return E.isLeft(answer) ? undefined : answer.right
    },
    release: (messageIds, pauseMs) => succeeds(jobs.release(messageIds, clock.nowMs() + pauseMs)),
    remove: (messageIds) => succeeds(jobs.remove(messageIds)),
  }
}

/** The delivery of a claimed job; only the first ack or give-back counts. */
const deliveryOf = (
  job: Delivery['job'],
  reader: () => LaneReader,
  done: IdBatcher,
  givenBack: IdBatcher,
): Delivery => {
  let isAnswered = false
  const answerWith = (batcher: IdBatcher) => (): void => {
    if (isAnswered) return
    isAnswered = true
    batcher.add(job.messageId)
    reader().answered(job.messageId)
  }
  return { job, ack: answerWith(done), giveBack: answerWith(givenBack) }
}

/**
 * A durable queue on the job table of the existing database. If storage doesn't respond, it is queried again,
 * after pauses of up to 5 s; that never ends a consumer.
 */
export const openEmbeddedQueue = (needs: EmbeddedQueueNeeds): Queue => {
  const { timers, pollMs = 100 } = needs
  const table = askTable(needs)
  const pauseMs = (failures: number): number =>
    Math.min(pollMs * 2 ** failures, Math.max(pollMs, LONGEST_PAUSE_MS))
  const readers = new Set<LaneReader>()
  const done = createIdBatcher({ timers, pauseMs, handle: table.remove })
  const release = (ids: readonly MessageId[]): Promise<boolean> => table.release(ids, GIVE_BACK_PAUSE_MS)
  const givenBack = createIdBatcher({ timers, pauseMs, handle: release })
  let closed = false

  const readLane = (lane: Lane, prefetch: number, handler: (delivery: Delivery) => void): LaneReader => {
    const reader: LaneReader = createLaneReader({
      lane,
      prefetch,
      timers,
      pauseMs,
      claim: (limit) => table.claim(lane, limit),
      release: (messageIds) => table.release(messageIds, 0),
      isDone: (messageId) => done.has(messageId),
      deliver: (messageId) => handler(deliveryOf({ messageId, lane }, () => reader, done, givenBack)),
    })
    readers.add(reader)
    timers.soon(reader.wake)
    return reader
  }
  const publish: Queue['publish'] = (jobs) => async () => {
    if (closed) return unavailable('the queue is closed')
    if (jobs.length === 0) return E.right([])
    const inserted = await table.insert(jobs)()
    const lanes = new Set(jobs.map((job) => job.lane))
    if (E.isRight(inserted)) for (const reader of readers) if (lanes.has(reader.lane)) reader.wake()
    return inserted
  }
  const consume: Queue['consume'] = (lanes, prefetch, handler) => async () => {
    if (closed) return unavailable('the queue is closed')
    const own = lanes.map((lane) => readLane(lane, prefetch, handler))
    return E.right({ stop: async () => void (await Promise.all(own.map((reader) => reader.stop()))) })
  }
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    await Promise.all([...readers].map((reader) => reader.stop()))
    const unanswered = [...readers].flatMap((reader) => reader.unanswered())
    await Promise.all([done.drain(), givenBack.drain()])
    if (unanswered.length > 0) await table.release(unanswered, 0)
  }
  return { publish, consume, depth: table.depth, isUp: () => !closed && table.isUp(), close }
}
