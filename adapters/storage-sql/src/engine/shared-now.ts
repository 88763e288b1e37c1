import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'

/**
 * The current time for all processes that share a database: the database's own clock at the start of the
 * statement. Work that one process schedules is then due for another at the same time. If that clock is far
 * from the process's time, the process's is used, so that a step of the database's clock ends no lease and
 * makes nothing due (`docs/decisions/0027`). A database in a file uses the process's time.
 */
export interface SharedClock {
  readonly kind: 'shared now'
  readonly processMs: EpochMs
  readonly plusMs: number
}

/** Now, or this much later, as a numeric parameter of a statement; whole milliseconds. */
export const sharedNow = (processMs: EpochMs, plusMs = 0): SharedClock => ({
  kind: 'shared now',
  processMs,
  plusMs,
})

/** The maximum difference between the server's clock and the process's time. */
const TOLERANCE_MS = 1000

/**
 * Now as an expression, with the server's clock as `serverNow`: that clock if it is right, else the process's
 * time.
 */
export const sharedNowText = (serverNow: string, { processMs, plusMs }: SharedClock): string => {
  const isRight = `ABS(${serverNow}-${processMs})<=${TOLERANCE_MS}`
  return `(CASE WHEN ${isRight} THEN ${serverNow} ELSE ${processMs} END+${plusMs})`
}
