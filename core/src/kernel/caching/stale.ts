import type { Overloaded } from '../refusals/outage.js'

/**
 * Nothing was done: facts that the request was prepared with aren't cached, or were read before this epoch.
 */
export interface Stale {
  readonly _tag: 'Stale'
  readonly epoch: number
}

/** The result for a request that was prepared again for some seconds and was stale each time. */
export const CHANGED_TOO_FAST: Overloaded = {
  _tag: 'Overloaded',
  cause: 'the catalog changed too often to be read',
}
