import type { EpochMs } from '../time/epoch-ms.js'

/**
 * Returns the time: the database's time at process start plus the time passed since. It follows the
 * database's clock by running at most a twentieth faster or slower (`docs/decisions/0027`). Setting the
 * machine's clock has no effect. Adapters: system; in tests, a clock that tests move.
 * @example
 * ```ts
 * import type { Clock } from '@postrider/core/kernel/ports/clock'
 *
 * // A clock for tests: it advances only when the test moves it.
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
   * Milliseconds since the epoch, UTC. Never goes back, stops or jumps within a process. One exception: a
   * process that couldn't reach the database at start may jump once, when it first can.
   */
  nowMs(): EpochMs
}
