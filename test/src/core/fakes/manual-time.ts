import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

/** A clock that moves only when a test moves it, and timers that run at their time. */
export interface ManualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** The number of timers that were set. */
  timersSet(): number
  /** Moves the clock, and runs the due timers with other work in between. */
  advance(ms: number): Promise<void>
  /** Lets time pass, from timer to timer, until the promise is settled. */
  until<A>(promise: Promise<A>): Promise<A>
}

/** Runs everything that needs no time. */
export const turn = async (times = 5): Promise<void> => {
  for (let count = 0; count < times; count += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The number of turns after which everything that needs no time is surely done, so that time may pass. */
const ENOUGH_TURNS = 40

export const manualTime = (startMs = NOW_MS): ManualTime => {
  const waiting = new Map<number, { readonly atMs: number; readonly run: () => void }>()
  let nowMs = startMs
  let set = 0

  const next = (): readonly [number, number] | undefined =>
    [...waiting].map(([id, { atMs }]) => [atMs, id] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0]

  const runDue = async (untilMs: number): Promise<void> => {
    for (let first = next(); first !== undefined && first[0] <= untilMs; first = next()) {
      nowMs = Math.max(nowMs, first[0])
      const { run } = waiting.get(first[1]) ?? { run: () => undefined }
      waiting.delete(first[1])
      run()
      await turn()
    }
  }

  return {
    clock: { nowMs: () => nowMs },
    timers: {
      soon: (run) => void setImmediate(run),
      after: (delayMs, run) => {
        set += 1
        const id = set
        waiting.set(id, { atMs: nowMs + delayMs, run })
        return () => void waiting.delete(id)
      },
    },
    timersSet: () => set,
    advance: async (ms) => {
      const untilMs = nowMs + ms
      await turn()
      await runDue(untilMs)
      nowMs = untilMs
      await turn()
    },
    until: async (promise) => {
      const progress = { isSettled: false }
      const settle = (): void => {
        progress.isSettled = true
      }
      promise.then(settle, settle)
      while (!progress.isSettled) {
        await turn(ENOUGH_TURNS)
        const first = next()
        if (progress.isSettled) break
        if (first === undefined) throw new Error('nothing would ever settle this')
        await runDue(first[0])
      }
      return promise
    },
  }
}
