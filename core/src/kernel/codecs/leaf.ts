import { BaseCodec } from './base-codec.js'
import type { Read } from './codec.js'
import type { Faults } from './fault.js'

/** A codec of a value without parts; its only rule is `refusal`. */
export class Leaf<A> extends BaseCodec<A> {
  constructor(
    name: string,
    readonly refusal: (input: unknown) => Faults | undefined,
    read: Read = (input) => refusal(input) ?? input,
  ) {
    super(name, read)
  }
}
