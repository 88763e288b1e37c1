import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'

/**
 * Now, as all processes that share a database see it: its own clock at the beginning of the statement, so that what
 * one process wrote to be due is due for another at the same moment. Where that clock is far from the process's time,
 * the process's is taken: a step of the database's clock ends no lease and makes nothing due
 * (`docs/decisions/0027`). A database in a file has the process's time.
 */
export interface SharedClock {
  readonly kind: 'shared now'
  readonly processMs: EpochMs
  readonly plusMs: number
}

/** Now, or so much later, in a statement's place for a number; whole milliseconds. */
export const sharedNow = (processMs: EpochMs, plusMs = 0): SharedClock => ({
  kind: 'shared now',
  processMs,
  plusMs,
})

/** By how much the server's clock may differ from the process's time and still be taken for what it is. */
const TOLERANCE_MS = 1000

/** Now as an expression, where `serverNow` says the server's clock: it where it is right, else the process's time. */
export const sharedNowText = (serverNow: string, { processMs, plusMs }: SharedClock): string => {
  const isRight = `ABS(${serverNow}-${processMs})<=${TOLERANCE_MS}`
  return `(CASE WHEN ${isRight} THEN ${serverNow} ELSE ${processMs} END+${plusMs})`
}
