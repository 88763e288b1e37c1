import type { LoadPlan, LoadResult } from './load.js'
import { load } from './load.js'

/** What makes load: wrk, or this process where there is none. */
export interface LoadSource {
  readonly name: string
  /** Makes all that can be made before; what it resolves with begins the load. */
  prepare(plan: LoadPlan): Promise<() => Promise<LoadResult>>
}

/** This process. It shares its processor with nobody else that is measured, and takes more of it than wrk does. */
export const ownSource: LoadSource = {
  name: 'own generator',
  prepare: (plan) => Promise.resolve(() => load(plan)),
}
