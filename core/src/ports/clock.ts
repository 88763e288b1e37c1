import type { EpochMs } from '../domain/time/epoch-ms.js'

/** Tells the time. Adapters: system; in tests a clock that moves only when told. */
export interface Clock {
  /** Milliseconds since the epoch, UTC; never goes back within a process. */
  nowMs(): EpochMs
}
