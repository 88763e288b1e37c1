import { greatestOf } from '../numbers/extremes.js'
import { loadLevel, type SendLoad, withSend } from '../pacing/send-load.js'
import { nextSize, type BatchBounds, restAfter, type WorkUrgency } from '../pacing/work-pace.js'
import type { EpochMs } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'

/**
 * The result of asking for a turn: the batch's result, or `NotYet`. `restMs`: when to ask again, in
 * milliseconds.
 */
export type PacedTurn<A> =
  | { readonly _tag: 'Done'; readonly result: A; readonly restMs: number }
  | { readonly _tag: 'NotYet'; readonly restMs: number }

/** One kind of background work. */
export interface PacedWork {
  /**
   * Runs a batch of at most `size` rows if it is this work's turn. Returns NotYet while other work runs,
   * rests, or has waited longer. `isMore`: whether the result leaves more to do; false by default.
   */
  turn<A>(runBatch: (size: number) => Promise<A>, isMore?: (result: A) => boolean): Promise<PacedTurn<A>>
}

/** The send transactions whose duration shows a process how busy the database is. */
export type SendKind = 'accept' | 'claim'

/** Paces the background work of a process by the load that its sends measure. */
export interface Pacing {
  /**
   * Records how long a send transaction took: one that accepts messages, or one that claims them for sending.
   */
  note(kind: SendKind, tookMs: number): void
  /**
   * Registers a kind of work. Works of one urgency take turns and rest together. Without bounds, the batch
   * size isn't adjusted.
   */
  work(urgency: WorkUrgency, bounds?: BatchBounds): PacedWork
}

/** Works of one urgency: one runs at a time, and after each batch all of them rest. */
interface Shift {
  isBusy: boolean
  freeAtMs: EpochMs
  /** Works that got NotYet, in the order of their requests. */
  readonly waiting: PacedWork[]
}

const newShift = (): Shift => ({ isBusy: false, freeAtMs: 0, waiting: [] })

/** The delay before asking again if the start of the next turn isn't known. */
const AGAIN_MS = 20

/** The first work in the queue loses its place if it doesn't ask again within this time. */
const PLACE_KEPT_MS = 1_000

const WITHOUT_SIZE: BatchBounds = { least: 1, most: 1 }

/** Starts the pacing of a process, with nothing running and no sends recorded. */
export const createPacing = ({ clock }: { readonly clock: Clock }): Pacing => {
  const shifts: Readonly<Record<WorkUrgency, Shift>> = { upkeep: newShift(), awaited: newShift() }
  const loads = new Map<SendKind, SendLoad>()

  const levelAt = (nowMs: EpochMs): number =>
    greatestOf([0, ...[...loads.values()].map((load) => loadLevel(load, nowMs))])

  /** How long until the work may start, in milliseconds; 0: now. */
  const waitOf = ({ isBusy, freeAtMs, waiting }: Shift, work: PacedWork, nowMs: EpochMs): number => {
    if (isBusy) return AGAIN_MS
    if (nowMs < freeAtMs) return freeAtMs - nowMs
    const isNext = waiting.length === 0 || waiting[0] === work
    return isNext || nowMs - freeAtMs >= PLACE_KEPT_MS ? 0 : AGAIN_MS
  }

  /** Takes the work's turn: works before it didn't ask in time and lose their places. */
  const leave = ({ waiting }: Shift, work: PacedWork): void => {
    const place = waiting.indexOf(work)
    waiting.splice(0, place < 0 ? waiting.length : place + 1)
  }

  const work = (urgency: WorkUrgency, bounds = WITHOUT_SIZE): PacedWork => {
    const shift = shifts[urgency]
    let size = bounds.most
    let behindSinceMs: EpochMs | undefined
    const self: PacedWork = {
      turn: async (runBatch, isMore = () => false) => {
        const beganAtMs = clock.nowMs()
        const waitMs = waitOf(shift, self, beganAtMs)
        if (waitMs > 0) {
          if (!shift.waiting.includes(self)) shift.waiting.push(self)
          return { _tag: 'NotYet', restMs: waitMs }
        }
        leave(shift, self)
        shift.isBusy = true
        try {
          const result = await runBatch(size)
          const endedAtMs = clock.nowMs()
          const tookMs = Math.max(0, endedAtMs - beganAtMs)
          behindSinceMs = isMore(result) ? (behindSinceMs ?? endedAtMs) : undefined
          const behindMs = endedAtMs - (behindSinceMs ?? endedAtMs)
          const restMs = restAfter(urgency, tookMs, levelAt(endedAtMs), behindMs)
          size = nextSize(bounds, size, tookMs)
          shift.freeAtMs = endedAtMs + restMs
          return { _tag: 'Done', result, restMs }
        } finally {
          shift.isBusy = false
        }
      },
    }
    return self
  }

  return {
    note: (kind, tookMs) => {
      loads.set(kind, withSend(loads.get(kind), tookMs, clock.nowMs()))
    },
    work,
  }
}
