/**
 * The state of a process's time. At one moment of a monotonic stopwatch, the process reported `reportedMs`
 * while the clock it follows showed `followedMs`. All three are milliseconds with fractions, so that nothing
 * is lost in rounding.
 */
export interface ClockDiscipline {
  readonly stopwatchMs: number
  readonly reportedMs: number
  readonly followedMs: number
}

/** How much faster or slower than the stopwatch a process's time may run: one hour is corrected in twenty. */
export const MOST_SLEW = 0.05

/** A time that starts at the followed clock's value. */
export const begunAt = (stopwatchMs: number, followedMs: number): ClockDiscipline => ({
  stopwatchMs,
  reportedMs: followedMs,
  followedMs,
})

/**
 * The time at a moment of the stopwatch. It runs with the stopwatch, at most a twentieth faster or slower
 * while it differs from the followed clock. It never jumps, stops or goes back, and approaches the followed
 * clock as far as the two run alike (`docs/decisions/0027`).
 */
export const timeOn = ({ stopwatchMs, reportedMs, followedMs }: ClockDiscipline, atMs: number): number => {
  const passed = Math.max(0, atMs - stopwatchMs)
  const most = passed * MOST_SLEW
  return reportedMs + passed + Math.min(most, Math.max(-most, followedMs - reportedMs))
}

/** The same time, adjusted toward a new value of the followed clock. */
export const steeredTo = (
  discipline: ClockDiscipline,
  atMs: number,
  followedMs: number,
): ClockDiscipline => ({
  stopwatchMs: atMs,
  reportedMs: timeOn(discipline, atMs),
  followedMs,
})
