import type { AppId } from '../../kernel/ids/id.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Timers } from '../../kernel/ports/timers.js'
import { E } from '../../fp.js'
import type { FeedStorage } from '../../feed/ports/feed-storage.js'
import type { EventMoves, EventStorage } from '../ports/event-storage.js'

/** A reader's wait for events of an app. It has to start before the reading that finds none. */
export interface EventWait {
  /**
   * Resolves with true once the app may have got events since the wait started or since the last `true`; with
   * false after `withinMs`, or if the process stops.
   */
  next(withinMs: number): Promise<boolean>
  /** Ends the wait. */
  end(): void
}

/** The waits of all readers of a process: one reading tells all of them which apps got events. */
export interface EventArrivals {
  wait(appId: AppId): EventWait
  /** Ends all waits, and those that start later: the process stops. */
  stop(): void
}

interface Needs {
  readonly storage: { readonly events: EventStorage; readonly feed: FeedStorage }
  readonly clock: Clock
  readonly timers: Timers
}

const POLL_MS = 100
const AFTER_FAILURE_MS = SECOND_MS
/** How long sequencers are asked to number events often, and how often that request is repeated. */
const WATCHED_MS = 15 * SECOND_MS
const PROLONG_MS = 5 * SECOND_MS

/** A wait as the poll sees it. */
interface Sleeper {
  hasNews: boolean
  wake: () => void
}

/** The waits, by app. */
const createSleepers = () => {
  const byApp = new Map<AppId, Set<Sleeper>>()
  const wakeAll = (sleepers: Iterable<Sleeper>): void => {
    for (const sleeper of sleepers) {
      sleeper.hasNews = true
      sleeper.wake()
    }
  }
  return {
    add: (appId: AppId, sleeper: Sleeper): void => {
      const known = byApp.get(appId)
      if (known === undefined) byApp.set(appId, new Set([sleeper]))
      else known.add(sleeper)
    },
    remove: (appId: AppId, sleeper: Sleeper): void => {
      const known = byApp.get(appId)
      known?.delete(sleeper)
      if (known?.size === 0) byApp.delete(appId)
    },
    isEmpty: (): boolean => byApp.size === 0,
    wake: (appId: AppId): void => wakeAll([...(byApp.get(appId) ?? [])]),
    wakeEach: (): void => wakeAll([...byApp.values()].flatMap((sleepers) => [...sleepers])),
  }
}

/** Asks sequencers to hurry, again and again. */
const createHurry = ({ storage: { feed }, clock }: Needs) => {
  let untilMs = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const nowMs = clock.nowMs()
    if (nowMs < untilMs) return
    untilMs = nowMs + PROLONG_MS
    if (E.isLeft(await feed.watch(nowMs + WATCHED_MS)())) untilMs = Number.NEGATIVE_INFINITY
  }
}

/**
 * Creates the waits of a process. While any reader waits, it looks ten times a second which apps got events,
 * in one reading for all of them (docs/decisions/0088).
 */
export const eventArrivals = (needs: Needs): EventArrivals => {
  const { storage, timers } = needs
  const sleepers = createSleepers()
  const hurry = createHurry(needs)
  let isPolling = false
  let isStopped = false
  let position: number | undefined

  const take = (moves: EventMoves): void => {
    // Before the first position is known, any app may have got events.
    if (position === undefined) sleepers.wakeEach()
    else for (const appId of moves.appIds) sleepers.wake(appId)
    position = moves.position
  }
  const poll = async (): Promise<void> => {
    await hurry()
    const moves = await storage.events.moves(position)()
    if (E.isRight(moves)) take(moves.right)
    if (sleepers.isEmpty() || isStopped) {
      isPolling = false
      position = undefined
      return
    }
    timers.after(E.isRight(moves) ? POLL_MS : AFTER_FAILURE_MS, () => void poll())
  }
  const startPolling = (): void => {
    if (isPolling || isStopped) return
    isPolling = true
    void poll()
  }
  const sleep = (sleeper: Sleeper, withinMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(withinMs, resolve)
      sleeper.wake = () => {
        cancel()
        resolve()
      }
    })
  return {
    wait: (appId) => {
      const sleeper: Sleeper = { hasNews: false, wake: () => undefined }
      sleepers.add(appId, sleeper)
      startPolling()
      return {
        next: async (withinMs) => {
          if (!sleeper.hasNews && !isStopped && withinMs > 0) await sleep(sleeper, withinMs)
          const hasNews = sleeper.hasNews && !isStopped
          sleeper.hasNews = false
          sleeper.wake = () => undefined
          return hasNews
        },
        end: () => sleepers.remove(appId, sleeper),
      }
    },
    stop: () => {
      isStopped = true
      sleepers.wakeEach()
    },
  }
}
