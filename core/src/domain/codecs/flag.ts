import type { FlagNode, Notes } from './codec.js'
import { wrongType } from './fault.js'
import { Leaf } from './leaf.js'

export class FlagCodec extends Leaf<boolean> implements FlagNode {
  readonly _tag = 'Flag'
  constructor(readonly rules: Notes) {
    super('flag', (input) => (typeof input === 'boolean' ? undefined : wrongType('true or false', input)))
  }
}

/** A boolean. */
export const flag = (rules: Notes = {}): FlagCodec => new FlagCodec(rules)
