/**
 * Lets work happen later.
 * @example
 * ```ts
 * import type { Timers } from '@postrider/core/kernel/ports/timers'
 *
 * const timers: Timers = {
 *   soon: (run) => void setImmediate(run),
 *   after: (delayMs, run) => {
 *     const timer = setTimeout(() => setImmediate(run), delayMs)
 *     return () => clearTimeout(timer)
 *   },
 * }
 * ```
 */
export interface Timers {
  /** Runs after what has already arrived in this turn of the event loop. */
  soon(run: () => void): void
  /**
   * Runs once after so many milliseconds, and after what has arrived by then was read, so that nobody who stood still takes for
   * silence what they have not read; the answer takes it back.
   */
  after(delayMs: number, run: () => void): () => void
}
