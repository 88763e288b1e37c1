import type { EpochMs } from '../time/epoch-ms.js'

/**
 * Tells the time: the database's as it was when the process began, plus what has passed since, led towards the
 * database's by at most a twentieth faster or slower (`docs/decisions/0027`). Setting the machine's clock changes
 * nothing. Adapters: system; in tests a clock that moves only when told.
 * @example
 * ```ts
 * import type { Clock } from '@postrider/core/kernel/ports/clock'
 *
 * // A clock for tests: it stands until it is told to move.
 * const frozenClock = (nowMs: number): Clock & { move(ms: number): void } => ({
 *   nowMs: () => nowMs,
 *   move: (ms) => {
 *     nowMs += ms
 *   },
 * })
 * ```
 */
export interface Clock {
  /**
   * Milliseconds since the epoch, UTC. Never goes back, stands or jumps within a process; the exception is a process
   * that could not ask the database when it began, once, when it first can.
   */
  nowMs(): EpochMs
}
