import { E } from '../fp.js'

/** Learns of numbers that were allowed meanwhile. */
interface CatchingUp {
  readonly catchUp?: (() => Promise<unknown>) | undefined
}

/**
 * Reads a request, and once more if it is refused and other numbers may be allowed by now. Valid requests cost
 * nothing more.
 */
export const withCurrentNumbers = async <L, R>(
  numbers: CatchingUp,
  readRequest: () => E.Either<L, R>,
): Promise<E.Either<L, R>> => {
  const first = readRequest()
  if (E.isRight(first) || numbers.catchUp === undefined) return first
  await numbers.catchUp()
  return readRequest()
}
