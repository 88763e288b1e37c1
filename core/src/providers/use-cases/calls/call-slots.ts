import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import { byLane } from '../../../kernel/batching/by-lane.js'
import { fairQueue, type Waiter } from '../../../kernel/batching/fair-queue.js'
import { type Semaphore, semaphore } from '../../../kernel/batching/semaphore.js'
import { type WaitingLine, waitingLine } from '../../../kernel/batching/waiting-line.js'

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
}

/** One of an account's call slots: taken, or waited for. */
export interface CallSlot {
  isTaken(): boolean
  /** Waits until it is taken; false: not before `untilMs`, or the slots were shut, and it is given up. */
  take(untilMs: EpochMs): Promise<boolean>
  /** Returns a taken slot, or stops waiting for one; further calls do nothing. */
  leave(): void
}

/**
 * Limits the concurrent calls of each provider account; further calls wait, with turns for each lane and
 * Organization.
 */
export interface CallSlots {
  /**
   * Takes a slot or waits for one: OTPs before all others, and Organizations in turn. `most` is the account's
   * present number of slots. Undefined: `mostWaiting` or more of the lane already wait, or the slots were
   * shut.
   */
  join(accountId: ProviderAccountId, most: number, waiter: Waiter, mostWaiting?: number): CallSlot | undefined
  /** Ends all waits and gives no more slots; a taken slot stays taken until it is left. */
  shut(): void
}

type State = 'waiting' | 'taken' | 'left'

/** The state of one account: its permits, and the waiting messages. */
interface Limiter {
  readonly permits: Semaphore<Waiter>
  readonly waiting: ReturnType<typeof byLane<{ count: number }>>
  /** Callbacks that end the waits. */
  readonly waiters: WaitingLine<() => void>
}

/** Takes a slot if one is free, otherwise waits. */
const slotFor = (limiter: Limiter, waiter: Waiter, { clock, timers }: Needs): CallSlot => {
  const ofLane = limiter.waiting[waiter.lane]
  let now: State = 'waiting'
  let notify: (() => void) | undefined
  let stopWaiting: (() => void) | undefined
  const isTaken = (): boolean => now === 'taken'
  const change = (to: State): void => {
    if (now === 'waiting') {
      ofLane.count -= 1
      stopWaiting?.()
    }
    now = to
    notify?.()
  }
  const leave = (): void => {
    const before = now
    if (before === 'left') return
    if (before === 'waiting') giveUp()
    change('left')
    if (before === 'taken') limiter.permits.release()
  }
  ofLane.count += 1
  const giveUp = limiter.permits.acquire(waiter, () => change('taken'))
  if (!isTaken()) stopWaiting = limiter.waiters.join(leave)
  return {
    isTaken,
    leave,
    take: async (untilMs) => {
      if (now !== 'waiting') return isTaken()
      await new Promise<void>((resolve) => {
        const cancel = timers.after(untilMs - clock.nowMs(), leave)
        notify = () => {
          cancel()
          resolve()
        }
      })
      return isTaken()
    },
  }
}

/** Creates the limiter of one account. */
const accountLimiter = (needs: Needs) => {
  const limiter: Limiter = {
    permits: semaphore(0, fairQueue()),
    waiting: byLane(() => ({ count: 0 })),
    waiters: waitingLine(),
  }
  return {
    join: (mostNow: number, waiter: Waiter, mostWaiting: number): CallSlot | undefined => {
      limiter.permits.resize(mostNow)
      return limiter.waiting[waiter.lane].count >= mostWaiting ? undefined : slotFor(limiter, waiter, needs)
    },
    shut: (): void => {
      for (let leave = limiter.waiters.next(); leave !== undefined; leave = limiter.waiters.next()) leave()
    },
  }
}

/** Creates the slots of a process, with a limiter for each account. */
export const callSlots = (needs: Needs): CallSlots => {
  const limiters = new Map<ProviderAccountId, ReturnType<typeof accountLimiter>>()
  let isShut = false
  return {
    join: (accountId, most, waiter, mostWaiting = Infinity) => {
      if (isShut) return undefined
      const found = limiters.get(accountId) ?? accountLimiter(needs)
      limiters.set(accountId, found)
      return found.join(most, waiter, mostWaiting)
    },
    shut: () => {
      isShut = true
      for (const one of limiters.values()) one.shut()
    },
  }
}
