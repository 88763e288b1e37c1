import type { LoadPlan, LoadResult } from './load.js'
import { load } from './load.js'

/** The load generator: wrk, or this process if wrk is missing. */
export interface LoadSource {
  readonly name: string
  /** Prepares everything possible. The returned function starts the load. */
  prepare(plan: LoadPlan): Promise<() => Promise<LoadResult>>
}

/**
 * This process. It shares its processor with nothing else that is measured, and uses more of it than wrk
 * does.
 */
export const ownSource: LoadSource = {
  name: 'own generator',
  prepare: (plan) => Promise.resolve(() => load(plan)),
}
