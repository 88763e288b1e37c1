/**
 * Schedules work for later.
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
  /** Runs after everything that has already arrived in this turn of the event loop. */
  soon(run: () => void): void
  /**
   * Runs once after `delayMs`, and after input that arrived by then was read. A process that was blocked thus
   * doesn't mistake unread input for silence. The returned function cancels it.
   */
  after(delayMs: number, run: () => void): () => void
}
