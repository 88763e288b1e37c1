import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'

/** The rows to take off the list: how many of a lane, as of which time, and until when they are reserved. */
export interface DueQuery {
  readonly lane: Lane
  readonly limit: number
  readonly nowMs: EpochMs
  readonly againAtMs: EpochMs
}
