import type { Overloaded } from '../refusals/outage.js'
import { E } from '../../fp.js'
import type { Timers } from '../ports/timers.js'
import { weightedQueue } from './weighted-queue.js'

/** How single items are combined into batches. */
export interface BatcherOptions<I, O> {
  readonly timers: Pick<Timers, 'soon'>
  /** Batches that may run at once. */
  readonly lanes: number
  /**
   * The most items in a batch, or their greatest total weight; an item that weighs more gets a batch of its
   * own.
   */
  readonly maxBatch: number
  /**
   * The most items that may wait, or their greatest total weight; further items are refused as Overloaded.
   */
  readonly maxWaiting: number
  /** How many items an item counts for; 1 if omitted. */
  readonly weightOf?: (item: I) => number
  /** Runs a batch: one result for each item, in order. A rejection is passed to all items of the batch. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>
}

/** Takes single items and runs them in batches. */
export interface Batcher<I, O> {
  submit(item: I): Promise<E.Either<Overloaded, O>>
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

interface Waiting<I, O> {
  readonly item: I
  readonly resolve: (answer: E.Either<Overloaded, O>) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Group commit without a timer: a batch starts as soon as a lane is free, with every item that has arrived by
 * then. An idle service therefore responds at once and a busy one makes larger batches
 * (docs/promises#hot-accounts).
 */
export const createBatcher = <I, O>({
  timers,
  lanes,
  maxBatch,
  maxWaiting,
  weightOf = () => 1,
  run,
}: BatcherOptions<I, O>): Batcher<I, O> => {
  const queue = weightedQueue<Waiting<I, O>>(({ item }) => weightOf(item))
  const idlers: Array<() => void> = []
  let underWay = 0
  let awake = false

  const runBatch = async (batch: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, at) => resolve(E.right(answers[at] as O)))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    } finally {
      underWay -= 1
      leave()
    }
  }

  const leave = (): void => {
    while (underWay < lanes && !queue.isEmpty()) {
      underWay += 1
      void runBatch(queue.take(maxBatch))
    }
    if (underWay === 0) for (const resolve of idlers.splice(0)) resolve()
  }

  const wake = (): void => {
    if (awake || underWay >= lanes) return
    awake = true
    timers.soon(() => {
      awake = false
      leave()
    })
  }

  return {
    submit: (item) => {
      if (queue.weight() + weightOf(item) > maxWaiting) {
        return Promise.resolve(E.left({ _tag: 'Overloaded', cause: `${queue.weight()} items are waiting` }))
      }
      return new Promise((resolve, reject) => {
        queue.add({ item, resolve, reject })
        wake()
      })
    },
    idle: () =>
      queue.isEmpty() && underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)),
  }
}
