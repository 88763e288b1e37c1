import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'

/** The sources of a stopwatch; nothing can set either. */
export interface StopwatchSources {
  /** Milliseconds of a monotonic clock; it may stop while the machine sleeps. */
  readonly monotonicMs: () => number
  /** Seconds since the machine was started, including sleep. */
  readonly uptimeSeconds: () => number
}

const MACHINE: StopwatchSources = { monotonicMs: () => performance.now(), uptimeSeconds: uptime }

/** The difference between the two that doesn't mean sleep: some systems report only whole seconds. */
const LEAST_SLEEP_MS = 2000

/** How often sleep is checked for: reading the uptime costs a system call. */
const LOOKED_AFTER_EVERY_MS = 1000

/**
 * Milliseconds that have passed, including sleep of the machine: on Linux Node's own clock stops then. Sleep
 * is detected with the first reading a second after it.
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
