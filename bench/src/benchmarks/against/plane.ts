import type { Pair } from './leg.js'
import type { PairsPlan } from './run-pairs.js'
import type { Contest } from './stage.js'

/** A kind of work that is compared with another commit. */
export interface Plane {
  readonly name: string
  /** The unit of the processor time. */
  readonly unit: 'message' | 'call'
  /** The maximum ratio of processor time to the other commit's, unless the command line sets another. */
  readonly atMost: number
  readonly compare: (contest: Contest, plan: PairsPlan) => Promise<readonly Pair[]>
}
