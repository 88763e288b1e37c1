import * as t from 'io-ts'
import type { DefaultedNode, Field } from './codec.js'

export class DefaultedCodec<C extends Field> extends t.Type<t.TypeOf<C>> implements DefaultedNode {
  readonly _tag = 'Defaulted'
  constructor(
    readonly inner: C,
    readonly value: t.TypeOf<C>,
  ) {
    super(
      'defaulted',
      (input): input is t.TypeOf<C> => inner.is(input),
      (input, context) => (input === undefined ? t.success(value) : inner.validate(input, context)),
      t.identity,
    )
  }
}

/** A property that reads as `value` when it is left out; declared among the required ones of a shape. */
export const defaulted = <C extends Field>(inner: C, value: t.TypeOf<C>): DefaultedCodec<C> =>
  new DefaultedCodec(inner, value)
