import type { Pair } from './leg.js'
import type { PairsPlan } from './run-pairs.js'
import type { Contest } from './stage.js'

/** One kind of work that is measured beside another commit's. */
export interface Plane {
  readonly name: string
  /** What the processor time is told for. */
  readonly unit: 'message' | 'call'
  /** How much more processor time each may cost than at the other commit, unless the command line says otherwise. */
  readonly atMost: number
  readonly compare: (contest: Contest, plan: PairsPlan) => Promise<readonly Pair[]>
}
