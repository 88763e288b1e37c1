import type { LiteralRules, LiteralsNode } from './codec.js'
import { broken, wrongType } from './fault.js'
import { Leaf } from './leaf.js'

export class LiteralsCodec<A extends string> extends Leaf<A> implements LiteralsNode {
  readonly _tag = 'Literals'
  constructor(
    readonly values: readonly A[],
    readonly rules: LiteralRules,
  ) {
    const known: ReadonlySet<unknown> = new Set(values)
    const outside = broken('not_allowed', `The value must be one of: ${values.join(', ')}.`)
    super('literals', (input) => {
      if (typeof input !== 'string') return wrongType('a string', input)
      return known.has(input) ? undefined : outside
    })
  }
}

/** One of the given strings; any other string is `not_allowed`. */
export const literalUnion = <const A extends string>(
  values: readonly A[],
  rules: LiteralRules = {},
): LiteralsCodec<A> => new LiteralsCodec(values, rules)
