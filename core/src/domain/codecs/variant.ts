import * as t from 'io-ts'
import type { Field, Notes, VariantNode } from './codec.js'

export class VariantCodec<A extends Field, B extends Field>
  extends t.Type<t.TypeOf<A> | t.TypeOf<B>>
  implements VariantNode
{
  readonly _tag = 'Variant'
  readonly variants: readonly [A, B]
  constructor(
    first: A,
    second: B,
    readonly meant: (input: unknown) => 0 | 1,
    readonly rules: Notes,
  ) {
    const codecs = [first, second] as const
    super(
      'variant',
      (input): input is t.TypeOf<A> | t.TypeOf<B> => codecs[meant(input)].is(input),
      (input, context) => codecs[meant(input)].validate(input, context),
      t.identity,
    )
    this.variants = codecs
  }
}

/**
 * One of two shapes. `isSecond` says which one an input is meant to be by the names of its properties, so that what
 * is broken in it is told of the shape that was meant.
 */
export const variant = <A extends Field, B extends Field>(
  first: A,
  second: B,
  isSecond: (names: readonly string[]) => boolean,
  rules: Notes = {},
): VariantCodec<A, B> => {
  const meant = (input: unknown): 0 | 1 =>
    typeof input === 'object' && input !== null && isSecond(Object.keys(input)) ? 1 : 0
  return new VariantCodec(first, second, meant, rules)
}
