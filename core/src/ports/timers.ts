/** Lets work happen later. */
export interface Timers {
  /** Runs after what has already arrived in this turn of the event loop. */
  soon(run: () => void): void
  /** Runs once after so many milliseconds; the answer takes it back. */
  after(delayMs: number, run: () => void): () => void
}
