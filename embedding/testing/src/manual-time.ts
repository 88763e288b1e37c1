import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { PendingWork } from './pending-work.js'

/** A process's time, which a test moves. */
export interface ManualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Moves the clock at once, as if the process had been paused for that long; runs nothing. */
  move(ms: number): void
  /** Lets the timers of this many milliseconds fire in order, without moving the clock. */
  run(ms: number): Promise<void>
}

/** A waiting timer. */
interface Waiting {
  readonly atMs: number
  readonly run: () => void
}

/** A clock that only moves when a test moves it, and timers that wait until a test lets them fire. */
export const manualTime = (startMs: EpochMs, { begin, idle }: PendingWork): ManualTime => {
  const waiting = new Map<number, Waiting>()
  let clockMs = startMs
  let timerMs = 0
  let set = 0

  const next = (): readonly [number, Waiting] | undefined =>
    [...waiting].sort(([a, { atMs: aMs }], [b, { atMs: bMs }]) => aMs - bMs || a - b)[0]

  return {
    clock: { nowMs: () => clockMs },
    timers: {
      soon: (run) => {
        const end = begin()
        setImmediate(() => {
          end()
          run()
        })
      },
      after: (delayMs, run) => {
        set += 1
        const id = set
        waiting.set(id, { atMs: timerMs + delayMs, run })
        return () => void waiting.delete(id)
      },
    },
    move: (ms) => {
      clockMs += ms
      timerMs += ms
    },
    run: async (ms) => {
      await idle()
      const untilMs = timerMs + ms
      for (let first = next(); first !== undefined && first[1].atMs <= untilMs; first = next()) {
        const [id, { atMs, run }] = first
        timerMs = Math.max(timerMs, atMs)
        waiting.delete(id)
        run()
        await idle()
      }
      timerMs = untilMs
    },
  }
}
