import type * as t from 'io-ts'
import { BaseCodec } from './base-codec.js'
import type { Field, NullableNode } from './codec.js'

export class NullableCodec<C extends Field> extends BaseCodec<t.TypeOf<C> | null> implements NullableNode {
  readonly _tag = 'Nullable'
  constructor(readonly inner: C) {
    const { read } = inner
    super('nullable', (input) => (input === null ? null : read(input)))
  }
}

/** A value of `inner`, or null: the only codec that accepts JSON's null. */
export const nullable = <C extends Field>(inner: C): NullableCodec<C> => new NullableCodec(inner)
