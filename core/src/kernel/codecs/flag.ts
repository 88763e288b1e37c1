import type { FlagNode, FlagRules } from './codec.js'
import { broken, wrongType } from './fault.js'
import { Leaf } from './leaf.js'

export class FlagCodec extends Leaf<boolean> implements FlagNode {
  readonly _tag = 'Flag'
  constructor(readonly rules: FlagRules) {
    const { only } = rules
    const other = broken('not_allowed', `The value must be ${String(only)}.`)
    super('flag', (input) => {
      if (typeof input !== 'boolean') return wrongType('true or false', input)
      return only === undefined || only === input ? undefined : other
    })
  }
}

/** A boolean; with `only`, just one of the two values. */
export const flag = (rules: FlagRules = {}): FlagCodec => new FlagCodec(rules)
