import { HOUR_MS, SECOND_MS } from '../time/epoch-ms.js'

/**
 * The urgency of background work: `upkeep` for example purges and reconciliation, or `awaited` for work that
 * a person waits for.
 */
export type WorkUrgency = 'upkeep' | 'awaited'

/**
 * The rest after a batch, as a multiple of its duration: while this process sees no sends, while it sees
 * sends, and the minimum for work that is far behind. Other processes may be sending while this one sees
 * nothing.
 */
const RESTS: Readonly<
  Record<WorkUrgency, { readonly idle: number; readonly busy: number; readonly behind: number }>
> = {
  upkeep: { idle: 9, busy: 19, behind: 4 },
  awaited: { idle: 0, busy: 1, behind: 0 },
}

const SHORTEST_REST_MS = 5
const LONGEST_REST_MS = 30 * SECOND_MS

/** The rest grows with the load up to this level. */
const GREATEST_LEVEL = 10

/** The longest a batch should take, if its size can be adjusted. */
export const BATCH_MS = 50

/** The smallest and largest batch size, in rows. */
export interface BatchBounds {
  readonly least: number
  readonly most: number
}

/**
 * The rest after a batch, in milliseconds. `level`: the ratio of current to normal send time, 0 without sends
 * (`loadLevel`). `behindMs`: for how long the work has had more to do after each batch. Every hour of it
 * halves the rest, down to four times the batch's duration, so that purges keep up with new data.
 */
export const restAfter = (urgency: WorkUrgency, tookMs: number, level: number, behindMs = 0): number => {
  const { idle, busy, behind } = RESTS[urgency]
  const catchingUp = (rests: number): number => Math.max(behind, rests / 2 ** Math.floor(behindMs / HOUR_MS))
  const rests = level === 0 ? catchingUp(idle) : catchingUp(busy) * Math.min(GREATEST_LEVEL, level)
  return Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, Math.ceil(rests * tookMs)))
}

/**
 * The size of the next batch: smaller after a batch that took more than 50 ms, larger after one that took
 * less than half of that.
 */
export const nextSize = ({ least, most }: BatchBounds, size: number, tookMs: number): number => {
  if (tookMs > BATCH_MS) return Math.max(least, Math.floor((size * BATCH_MS * 0.8) / tookMs))
  return tookMs < BATCH_MS / 2 ? Math.min(most, size * 2) : size
}
