import type { Overloaded } from '../refusals/outage.js'

/** Nothing was done: facts that a request was prepared with are missing in memory, or were read before the epoch. */
export interface Stale {
  readonly _tag: 'Stale'
  readonly epoch: number
}

/** The answer to a request that was prepared again for some seconds, and was stale each time. */
export const CHANGED_TOO_FAST: Overloaded = {
  _tag: 'Overloaded',
  cause: 'the catalog changed faster than it could be read',
}
