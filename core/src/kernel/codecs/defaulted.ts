import type * as t from 'io-ts'
import { BaseCodec } from './base-codec.js'
import type { DefaultedNode, Field } from './codec.js'

export class DefaultedCodec<C extends Field> extends BaseCodec<t.TypeOf<C>> implements DefaultedNode {
  readonly _tag = 'Defaulted'
  constructor(
    readonly inner: C,
    readonly value: t.TypeOf<C>,
  ) {
    const { read } = inner
    super('defaulted', (input) => (input === undefined ? value : read(input)))
  }
}

/** A property that decodes to `value` if omitted; it is declared among the required properties of a shape. */
export const defaulted = <C extends Field>(inner: C, value: t.TypeOf<C>): DefaultedCodec<C> =>
  new DefaultedCodec(inner, value)
