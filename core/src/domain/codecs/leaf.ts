import * as t from 'io-ts'
import type { Faults } from './fault.js'

/** A codec of a value without parts. Its one rule, `refusal`, serves io-ts and the compiled decoder alike. */
export class Leaf<A> extends t.Type<A> {
  constructor(
    name: string,
    readonly refusal: (input: unknown) => Faults | undefined,
  ) {
    const is = (input: unknown): input is A => refusal(input) === undefined
    super(
      name,
      is,
      (input, context) =>
        is(input) ? t.success(input) : t.failure(input, context, refusal(input)?.list[0]?.message),
      t.identity,
    )
  }
}
