import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'

/** What a stopwatch is made of; both run on whatever anybody sets. */
export interface StopwatchSources {
  /** Milliseconds of a clock that cannot be set; it may stand while the machine sleeps. */
  readonly monotonicMs: () => number
  /** Seconds since the machine was started, asleep or not. */
  readonly uptimeSeconds: () => number
}

const MACHINE: StopwatchSources = { monotonicMs: () => performance.now(), uptimeSeconds: uptime }

/** What the two may differ by for other reasons than sleep: some systems tell whole seconds only. */
const LEAST_SLEEP_MS = 2000

/** How often it is seen whether the machine has slept: looking costs a system call. */
const LOOKED_AFTER_EVERY_MS = 1000

/**
 * Milliseconds that have passed, also while the machine slept: Linux stops Node's own clock then. Sleep is noticed
 * with the first reading a second after it.
 */
export const createStopwatch = (sources: StopwatchSources = MACHINE): (() => number) => {
  const { monotonicMs, uptimeSeconds } = sources
  const asleepMs = (): number => uptimeSeconds() * 1000 - monotonicMs()
  const before = asleepMs()
  let sleptMs = 0
  let lookedAtMs = monotonicMs()
  return () => {
    const passedMs = monotonicMs()
    if (passedMs - lookedAtMs >= LOOKED_AFTER_EVERY_MS) {
      lookedAtMs = passedMs
      const slept = asleepMs() - before
      if (slept - sleptMs >= LEAST_SLEEP_MS) sleptMs = slept
    }
    return passedMs + sleptMs
  }
}
