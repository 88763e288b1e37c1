import type { E, TE } from '@postrider/core/fp'

/** A left value of a port. */
export interface PortFailure {
  readonly _tag: string
  readonly cause?: string
}

/** Runs the effect and returns its right value; throws its left value. */
export const right = async <A>(effect: TE.TaskEither<PortFailure, A>): Promise<A> => {
  const outcome = await effect()
  if (outcome._tag === 'Right') return outcome.right
  throw new Error(`expected an answer, got ${outcome.left._tag}: ${outcome.left.cause ?? ''}`)
}

/** Runs the effect and returns its left value; throws if there was a right value instead. */
export const left = async <L extends PortFailure, A>(effect: TE.TaskEither<L, A>): Promise<L> => {
  const outcome = await effect()
  if (outcome._tag === 'Left') return outcome.left
  throw new Error(`expected a failure, got the answer ${JSON.stringify(outcome.right)}`)
}

/** Runs the effect; an exception becomes a left value with the tag `Thrown`. */
export const settled = async <L extends PortFailure, A>(
  effect: TE.TaskEither<L, A>,
): Promise<E.Either<PortFailure, A>> => {
  try {
    return await effect()
  } catch (error) {
    return { _tag: 'Left', left: { _tag: 'Thrown', cause: String(error) } }
  }
}

/** Runs the effect, which must throw, and returns the exception. */
export const thrown = async (effect: TE.TaskEither<PortFailure, unknown>): Promise<unknown> => {
  let outcome: E.Either<PortFailure, unknown>
  try {
    outcome = await effect()
  } catch (error) {
    return error
  }
  throw new Error(`expected it to throw, got ${JSON.stringify(outcome)}`)
}

/** The opened value; throws if opening failed. */
export const opened = <A>(outcome: E.Either<PortFailure, A>): A => {
  if (outcome._tag === 'Right') return outcome.right
  throw new Error(`expected it to open, got ${outcome.left._tag}`)
}
