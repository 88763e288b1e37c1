import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'

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
