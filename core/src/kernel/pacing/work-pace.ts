import { HOUR_MS, SECOND_MS } from '../time/epoch-ms.js'

/** How urgent background work is: `upkeep` such as purges and reconciliation, or work that a person waits for. */
export type WorkUrgency = 'upkeep' | 'awaited'

/**
 * After a batch, a rest of so many times as long as it took: while this process sees no sends, while it does, and at least for
 * work that is far behind. Other processes may send while this one sees nothing of it.
 */
const RESTS: Readonly<
  Record<WorkUrgency, { readonly idle: number; readonly busy: number; readonly behind: number }>
> = {
  upkeep: { idle: 9, busy: 19, behind: 4 },
  awaited: { idle: 0, busy: 1, behind: 0 },
}

const SHORTEST_REST_MS = 5
const LONGEST_REST_MS = 30 * SECOND_MS

/** The rest grows with the load up to this. */
const GREATEST_LEVEL = 10

/** How long a batch takes at most, as far as its size can be chosen. */
export const BATCH_MS = 50

/** The least and the most that a batch has, as a number of rows. */
export interface BatchBounds {
  readonly least: number
  readonly most: number
}

/**
 * The rest after a batch that took so long, in milliseconds. `level`: how many times as long as normal sends take,
 * 0 while there are none (`loadLevel`). `behindMs`: for how long the work has had more to do after each batch; every hour
 * of it halves the rest, down to four times as long as the batch took, so that purges keep up with what is stored.
 */
export const restAfter = (urgency: WorkUrgency, tookMs: number, level: number, behindMs = 0): number => {
  const { idle, busy, behind } = RESTS[urgency]
  const catchingUp = (rests: number): number => Math.max(behind, rests / 2 ** Math.floor(behindMs / HOUR_MS))
  const rests = level === 0 ? catchingUp(idle) : catchingUp(busy) * Math.min(GREATEST_LEVEL, level)
  return Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, Math.ceil(rests * tookMs)))
}

/** The size of the next batch: smaller after one that took more than 50 ms, larger after one that took less than half. */
export const nextSize = ({ least, most }: BatchBounds, size: number, tookMs: number): number => {
  if (tookMs > BATCH_MS) return Math.max(least, Math.floor((size * BATCH_MS * 0.8) / tookMs))
  return tookMs < BATCH_MS / 2 ? Math.min(most, size * 2) : size
}
