import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'

/** What is taken off the list: how much of a lane's, as of when, and until when it is nobody else's. */
export interface DueQuery {
  readonly lane: Lane
  readonly limit: number
  readonly nowMs: EpochMs
  readonly againAtMs: EpochMs
}
