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
  /** What anybody may set at any time. */
  readonly wallMs: () => EpochMs
  /** What nobody can set. */
  readonly stopwatchMs: () => number
}

/** A clock that can be led. */
export interface SystemClock extends Clock {
  readonly sources: ClockSources
  /** The time at a moment of the stopwatch, now or later; not rounded. */
  at(stopwatchMs: number): number
  /** From now on this is the time, whatever was told before: for a process that has told nobody yet. */
  begin(stopwatchMs: number, timeMs: EpochMs): void
  /** Leads it to what another clock told at a moment of the stopwatch, little by little. */
  steer(stopwatchMs: number, timeMs: EpochMs): void
}

/**
 * A process's time. It begins with the machine's clock, which is asked once and never again, and goes on with the
 * stopwatch; who keeps it right begins it anew with the database's and leads it from then on.
 */
export const createSystemClock = (given: Partial<ClockSources> = {}): SystemClock => {
  const sources: ClockSources = { wallMs: Date.now, stopwatchMs: createStopwatch(), ...given }
  const { wallMs, stopwatchMs } = sources
  let discipline: ClockDiscipline = begunAt(stopwatchMs(), wallMs())
  let lastMs = 0
  return {
    sources,
    nowMs: () => {
      // Sums of fractions are rounded: by less than a microsecond, which may lie across a millisecond's edge.
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
