import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'

/** The next slice of a purge: its pause before and its size. */
export interface PurgeTurn {
  readonly pauseMs: number
  readonly most: number
}

/** The largest slice, and the smallest. */
export const LARGEST_SLICE = 1_000
const SMALLEST_SLICE = 50

/** A purge works for a tenth of the time: a database under load takes longer for a slice and gets a longer pause. */
const RESTS = 9
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 30 * SECOND_MS

/** After a slice that takes longer than this, the next one is half as large. */
const SLOW_MS = 200

/** The turn after a slice of `most` rows that took `tookMs` milliseconds. */
export const nextPurgeTurn = (most: number, tookMs: number): PurgeTurn => ({
  pauseMs: Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, RESTS * tookMs)),
  most: tookMs > SLOW_MS ? Math.max(SMALLEST_SLICE, Math.floor(most / 2)) : Math.min(LARGEST_SLICE, most * 2),
})
