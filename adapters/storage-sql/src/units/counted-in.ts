import { readInteger } from '../cells/cell.js'
import type { Filled } from '../engine/template.js'
import type { StatementSequence } from './statement-sequence.js'

/** The number that a statement of the unit counts or sums. */
export const countedIn = async (sequence: StatementSequence, requested: Filled): Promise<number> => {
  const [found = []] = await sequence.read([requested])
  return readInteger(found[0]?.[0])
}
