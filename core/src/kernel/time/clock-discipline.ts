/**
 * How a process's time goes on: at one moment of a stopwatch that nobody can set it showed `reportedMs`, while the clock it
 * follows told `followedMs`. Milliseconds, all three; fractions count, so that nothing is lost from one to the next.
 */
export interface ClockDiscipline {
  readonly stopwatchMs: number
  readonly reportedMs: number
  readonly followedMs: number
}

/** By how much faster or slower than the stopwatch a process's time may go: an hour is made up for in twenty. */
export const MOST_SLEW = 0.05

/** A time that begins with what the followed clock tells. */
export const begunAt = (stopwatchMs: number, followedMs: number): ClockDiscipline => ({
  stopwatchMs,
  reportedMs: followedMs,
  followedMs,
})

/**
 * The time at a moment of the stopwatch, which never runs back. It goes on with the stopwatch, by a twentieth faster
 * or slower while it differs from the followed clock: it never jumps, stands or goes back, and comes as near as the
 * two run alike (`docs/decisions/0027`).
 */
export const timeOn = ({ stopwatchMs, reportedMs, followedMs }: ClockDiscipline, atMs: number): number => {
  const passed = Math.max(0, atMs - stopwatchMs)
  const most = passed * MOST_SLEW
  return reportedMs + passed + Math.min(most, Math.max(-most, followedMs - reportedMs))
}

/** The same time, on its way to what the followed clock was now read to tell. */
export const steeredTo = (
  discipline: ClockDiscipline,
  atMs: number,
  followedMs: number,
): ClockDiscipline => ({
  stopwatchMs: atMs,
  reportedMs: timeOn(discipline, atMs),
  followedMs,
})
