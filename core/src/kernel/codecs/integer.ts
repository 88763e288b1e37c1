import type { IntegerNode, IntegerRules } from './codec.js'
import { broken, wrongType } from './fault.js'
import type { Faults } from './fault.js'
import { Leaf } from './leaf.js'

export class IntegerCodec extends Leaf<number> implements IntegerNode {
  readonly _tag = 'Integer'
  constructor(readonly rules: IntegerRules) {
    const refusal = integerRefusal(rules)
    // JSON allows -0; it is read as 0.
    super('integer', refusal, (input) => refusal(input) ?? (input === 0 ? 0 : input))
  }
}

/**
 * A JSON number without a fraction; always within the safe integers, whatever the rules allow
 * (docs/api/conventions#money).
 */
export const integer = (rules: IntegerRules = {}): IntegerCodec => new IntegerCodec(rules)

/** The range that an integer's rules define. */
export const rangeOf = (rules: IntegerRules): { readonly min: number; readonly max: number } => ({
  min: rules.min ?? Number.MIN_SAFE_INTEGER,
  max: rules.max ?? Number.MAX_SAFE_INTEGER,
})

const integerRefusal = (rules: IntegerRules): ((input: unknown) => Faults | undefined) => {
  const { min, max } = rangeOf(rules)
  const tooSmall = broken('too_small', `The value must be at least ${min}.`)
  const tooLarge = broken('too_large', `The value must be at most ${max}.`)
  return (input) => {
    if (typeof input !== 'number') return wrongType('an integer', input)
    if (input < min) return tooSmall
    if (input > max) return tooLarge
    return Number.isInteger(input) ? undefined : wrongType('an integer', input)
  }
}
