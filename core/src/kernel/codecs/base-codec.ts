import * as t from 'io-ts'
import type { Read } from './codec.js'
import { Faults } from './fault.js'

/** An io-ts codec that is implemented only by `read`, for both `decode` and `validate`. */
export class BaseCodec<A> extends t.Type<A> {
  constructor(
    name: string,
    readonly read: Read,
  ) {
    super(
      name,
      (input): input is A => !(read(input) instanceof Faults),
      (input, context) => {
        const result = read(input)
        return result instanceof Faults
          ? t.failure(input, context, result.list[0]?.message)
          : t.success(result as A)
      },
      t.identity,
    )
  }
}

/** Whether an input is a plain object, not an array or null. */
export const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
