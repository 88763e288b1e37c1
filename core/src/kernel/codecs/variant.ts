import type * as t from 'io-ts'
import { BaseCodec } from './base-codec.js'
import type { Field, VariantNode, VariantRules } from './codec.js'

export class VariantCodec<A extends Field, B extends Field>
  extends BaseCodec<t.TypeOf<A> | t.TypeOf<B>>
  implements VariantNode
{
  readonly _tag = 'Variant'
  readonly variants: readonly [A, B]
  constructor(
    first: A,
    second: B,
    readonly meant: (input: unknown) => 0 | 1,
    readonly rules: VariantRules,
  ) {
    const codecs = [first, second] as const
    const reads = [first.read, second.read] as const
    super('variant', (input) => reads[meant(input)](input))
    this.variants = codecs
  }
}

/**
 * One of two shapes. `isSecond` decides by property names which shape an input is meant to be, so that errors
 * refer to that shape.
 */
export const variant = <A extends Field, B extends Field>(
  first: A,
  second: B,
  isSecond: (names: readonly string[]) => boolean,
  rules: VariantRules = {},
): VariantCodec<A, B> => {
  const meant = (input: unknown): 0 | 1 =>
    typeof input === 'object' && input !== null && isSecond(Object.keys(input)) ? 1 : 0
  return new VariantCodec(first, second, meant, rules)
}
