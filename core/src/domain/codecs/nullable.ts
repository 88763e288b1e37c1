import * as t from 'io-ts'
import type { Field, NullableNode } from './codec.js'

export class NullableCodec<C extends Field> extends t.Type<t.TypeOf<C> | null> implements NullableNode {
  readonly _tag = 'Nullable'
  constructor(readonly inner: C) {
    super(
      'nullable',
      (input): input is t.TypeOf<C> | null => input === null || inner.is(input),
      (input, context) => (input === null ? t.success(null) : inner.validate(input, context)),
      t.identity,
    )
  }
}

/** What `inner` takes, or null: the one place where JSON's null is part of the contract. */
export const nullable = <C extends Field>(inner: C): NullableCodec<C> => new NullableCodec(inner)
