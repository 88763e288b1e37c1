import type { ProviderAccountId } from '../../domain/ids/id.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import { byLane } from '../concurrency/by-lane.js'
import { fairQueue, type Standing } from '../concurrency/fair-queue.js'
import { type Semaphore, semaphore } from '../concurrency/semaphore.js'

type Needs = Pick<Ports, 'clock' | 'timers'>

/** One who came to a turnstile: inside, or in line before it. */
export interface Ticket {
  /** Whether it is inside now. */
  isIn(): boolean
  /** Waits to be let in; false: that was not to be until `untilMs`, or the turnstile was shut, and the line was left. */
  letIn(untilMs: EpochMs): Promise<boolean>
  /** Leaves, from inside or out of the line; once is enough. */
  leave(): void
}

/** How many of each provider account may be inside at once; the others stand in line, each lane and Organization in its turn. */
export interface CallPlaces {
  /**
   * Comes in or stands in line: passcodes before all others, and Organizations in turn. `most` is how many the account
   * lets in as of now. Undefined: too many of the lane stand in line already, or the turnstile is shut.
   */
  join(accountId: ProviderAccountId, most: number, standing: Standing): Ticket | undefined
  /** Sends everybody away who stands in line, and lets nobody in any more; who is inside stays until he leaves. */
  shut(): void
}

/**
 * How many of a lane may stand in line at one account: a part of what a dispatcher has in hand of a lane, so that an
 * account that is slow does not keep the messages of all others from being looked at.
 */
export const MOST_IN_LINE = 250

type Inside = 'waiting' | 'inside' | 'gone'

/** What those at one account share: its permits, and who waits for one. */
interface Gate {
  readonly permits: Semaphore<Standing>
  readonly inLine: ReturnType<typeof byLane<{ count: number }>>
  /** How those leave who stand in line. */
  readonly waiters: Set<() => void>
}

/** Comes in where there is room, else stands in line. */
const ticketFor = (gate: Gate, standing: Standing, { clock, timers }: Needs): Ticket => {
  const waiting = gate.inLine[standing.lane]
  let now: Inside = 'waiting'
  let told: (() => void) | undefined
  const isInside = (): boolean => now === 'inside'
  const change = (to: Inside): void => {
    if (now === 'waiting') {
      waiting.count -= 1
      gate.waiters.delete(leave)
    }
    now = to
    told?.()
  }
  const leave = (): void => {
    const before = now
    if (before === 'gone') return
    if (before === 'waiting') leaveLine()
    change('gone')
    if (before === 'inside') gate.permits.release()
  }
  waiting.count += 1
  gate.waiters.add(leave)
  const leaveLine = gate.permits.acquire(standing, () => change('inside'))
  return {
    isIn: isInside,
    leave,
    letIn: async (untilMs) => {
      if (now !== 'waiting') return isInside()
      await new Promise<void>((resolve) => {
        const cancel = timers.after(untilMs - clock.nowMs(), leave)
        told = () => {
          cancel()
          resolve()
        }
      })
      return isInside()
    },
  }
}

/** The turnstile of one account. */
const turnstile = (needs: Needs) => {
  const gate: Gate = {
    permits: semaphore(0, fairQueue()),
    inLine: byLane(() => ({ count: 0 })),
    waiters: new Set(),
  }
  return {
    join: (mostNow: number, standing: Standing): Ticket | undefined => {
      gate.permits.resize(mostNow)
      return gate.inLine[standing.lane].count >= MOST_IN_LINE ? undefined : ticketFor(gate, standing, needs)
    },
    shut: (): void => {
      for (const leave of gate.waiters) leave()
    },
  }
}

/** A process's turnstiles, one for each account; nobody is inside yet. */
export const callPlaces = (needs: Needs): CallPlaces => {
  const turnstiles = new Map<ProviderAccountId, ReturnType<typeof turnstile>>()
  let isShut = false
  return {
    join: (accountId, most, standing) => {
      if (isShut) return undefined
      const found = turnstiles.get(accountId) ?? turnstile(needs)
      turnstiles.set(accountId, found)
      return found.join(most, standing)
    },
    shut: () => {
      isShut = true
      for (const one of turnstiles.values()) one.shut()
    },
  }
}
