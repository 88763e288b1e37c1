import type { OrganizationId } from '../ids/id.js'
import { E } from '../../fp.js'
import type { Clock } from '../ports/clock.js'
import type { Timers } from '../ports/timers.js'
import type { EventSink } from '../ports/event-sink.js'
import type { BatchKind, IsolationEvent } from '../telemetry/aside.js'
import { type Batcher, createBatcher } from './batcher.js'
import { lanesAside } from './lanes-aside.js'

/**
 * The item wasn't processed: another transaction holds a row that it needs, or its Organization is set aside.
 */
export interface Held {
  readonly _tag: 'Held'
  readonly organizationId: OrganizationId
}

/** The outcome of an item. `spoils`: its Organization, if it made a shared transaction fail. */
export interface AnsweredItem<O> {
  readonly _tag: 'Done'
  readonly answer: O
  readonly spoils?: OrganizationId | undefined
}

export type BatchOutcome<O> = Held | AnsweredItem<O>

/** The lane of a batch. */
export interface BatchLane {
  /**
   * The Organization that all items of the batch belong to, if it is set aside; the transaction then waits
   * for row locks. Undefined: the batch is shared and doesn't wait; items that need locked rows come back as
   * `Held`.
   */
  readonly organizationId: OrganizationId | undefined
  /**
   * Whether items of the Organization have a lane of their own; in a shared batch they come back as `Held`.
   */
  isAside(organizationId: OrganizationId): boolean
}

/** How items share transactions. */
interface IsolatedOptions<I, O> {
  readonly batcher: BatchKind
  /** Shared batches that may run at once. */
  readonly lanes: number
  readonly maxBatch: number
  readonly maxWaiting: number
  /** The Organization of an item, if known before the item is read. */
  readonly organizationOf: (item: I) => OrganizationId | undefined
  /** Runs a batch: one outcome for each item, in order. */
  readonly run: (items: readonly I[], lane: BatchLane) => Promise<ReadonlyArray<BatchOutcome<O>>>
}

/**
 * Pauses before each retry of a held item, half a second in total. After that its Organization is set aside.
 */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 80, 80, 80, 80]

/** The pause after a transaction that didn't get its locks in time. */
const VAIN_PAUSE_MS = 200

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
  readonly telemetry: EventSink<IsolationEvent>
}

/**
 * Batches that keep the lock waits and failures of one Organization away from others. A shared transaction
 * never waits for a row: items whose rows are locked are left out and retried. After half a second their
 * Organization is set aside; it is set aside at once if one of its items makes a batch fail. It then gets
 * transactions of its own, which wait for locks, until it has had no trouble for 10 seconds
 * (docs/promises#neighbors).
 */
export const isolatedBatches = <I, O>(
  needs: Needs,
  { organizationOf, run, ...options }: IsolatedOptions<I, O>,
): Batcher<I, O> => {
  const { timers } = needs
  const asides = lanesAside<I, BatchOutcome<O>>(needs, {
    ...options,
    run: (items, organizationId) => run(items, { organizationId, isAside: () => false }),
    isTrouble: (outcome) => outcome._tag === 'Held' || outcome.spoils !== undefined,
  })
  const isAside = (organizationId: OrganizationId): boolean => asides.laneOf(organizationId) !== undefined
  const shared = createBatcher<I, BatchOutcome<O>>({
    ...options,
    timers,
    run: (items) => run(items, { organizationId: undefined, isAside }),
  })
  const idlers: Array<() => void> = []
  let open = 0

  const pause = (delayMs: number): Promise<void> => new Promise((resolve) => timers.after(delayMs, resolve))

  /** Waits until a held item may be tried again; sets its Organization aside if that took too long. */
  const afterHeld = async (organizationId: OrganizationId, tries: number, waited: boolean): Promise<void> => {
    if (waited) return pause(VAIN_PAUSE_MS)
    if (isAside(organizationId)) return
    const pauseMs = PAUSES_MS[tries]
    if (pauseMs !== undefined) return pause(pauseMs)
    asides.add(organizationId, 'rows_held')
  }

  const see = async (item: I): ReturnType<Batcher<I, O>['submit']> => {
    let organizationId = organizationOf(item)
    for (let tries = 0; ; tries += 1) {
      const lane = organizationId === undefined ? undefined : asides.laneOf(organizationId)
      const taken = await (lane ?? shared).submit(item)
      if (E.isLeft(taken)) return taken
      const outcome = taken.right
      if (outcome._tag === 'Done') {
        if (outcome.spoils !== undefined) asides.add(outcome.spoils, 'batch_failed')
        return E.right(outcome.answer)
      }
      organizationId = outcome.organizationId
      await afterHeld(organizationId, tries, lane !== undefined)
    }
  }

  return {
    submit: async (item) => {
      open += 1
      try {
        return await see(item)
      } finally {
        open -= 1
        if (open === 0) for (const resolve of idlers.splice(0)) resolve()
      }
    },
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
