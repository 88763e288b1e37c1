import { E } from '../../fp.js'
import type { FieldProblem } from '../refusals/refusal.js'
import type { Codec } from './codec.js'
import { Faults } from './fault.js'

export type Decoded<A> = E.Either<readonly FieldProblem[], A>

/**
 * Compiles a codec into a plain decoder. It returns the value (a new object with declared properties only),
 * or all invalid fields at once, at most fifty, as errors at `location`. Messages never repeat the input
 * (docs/api/conventions#errors).
 */
export const compile = <A>(
  codec: Codec<A>,
): ((input: unknown, location: FieldProblem['location']) => Decoded<A>) => {
  const { read } = codec
  return (input, location) => {
    const result = read(input)
    return result instanceof Faults ? E.left(errorsAt(location, result)) : E.right(result as A)
  }
}

// Headers are identified by name, everything else by its JSON Pointer.
const errorsAt = (location: FieldProblem['location'], faults: Faults): readonly FieldProblem[] =>
  faults.list.map(({ path, code, message }) => ({
    location,
    field: location === 'header' ? path.slice(1) : path,
    code,
    message,
  }))
