import type { Clock } from '@postrider/core/kernel/ports/clock'
import {
  begunAt,
  type ClockDiscipline,
  steeredTo,
  timeOn,
} from '@postrider/core/kernel/time/clock-discipline'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { createStopwatch } from './stopwatch.js'

/** The clocks of the machine. */
export interface ClockSources {
  /** A clock that can be set at any time. */
  readonly wallMs: () => EpochMs
  /** A clock that can't be set. */
  readonly stopwatchMs: () => number
}

/** A clock that can be adjusted. */
export interface SystemClock extends Clock {
  readonly sources: ClockSources
  /** The time at a value of the stopwatch, now or later; not rounded. */
  at(stopwatchMs: number): number
  /** Sets the time regardless of earlier times: for a process that hasn't used its time yet. */
  begin(stopwatchMs: number, timeMs: EpochMs): void
  /** Adjusts it gradually to the time of another clock at a value of the stopwatch. */
  steer(stopwatchMs: number, timeMs: EpochMs): void
}

/**
 * A process's time. It starts with the machine's clock, which is read only once, and continues with the
 * stopwatch. The timekeeping first sets it to the database's time and adjusts it from then on.
 */
export const createSystemClock = (given: Partial<ClockSources> = {}): SystemClock => {
  const sources: ClockSources = { wallMs: Date.now, stopwatchMs: createStopwatch(), ...given }
  const { wallMs, stopwatchMs } = sources
  let discipline: ClockDiscipline = begunAt(stopwatchMs(), wallMs())
  let lastMs = 0
  return {
    sources,
    nowMs: () => {
      // Sums of fractions are rounded by less than a microsecond, which may cross the boundary of a
      // millisecond.
      lastMs = Math.max(lastMs, Math.floor(timeOn(discipline, stopwatchMs())))
      return lastMs
    },
    at: (atMs) => timeOn(discipline, atMs),
    begin: (atMs, timeMs) => {
      discipline = begunAt(atMs, timeMs)
      lastMs = 0
    },
    steer: (atMs, timeMs) => {
      discipline = steeredTo(discipline, atMs, timeMs)
    },
  }
}
