import { E } from '../../fp.js'

/** A part of a batch and its result. */
export interface BatchPart<I, R> {
  readonly items: readonly I[]
  readonly result: R
}

/** How to run a batch that fails as a whole because of one item. */
export interface Halving<I, F, R> {
  /** Runs all of the items, or none; left: the batch must be divided. */
  readonly attempt: (items: readonly I[]) => Promise<E.Either<F, R>>
  /** The result of an item that fails by itself, or of an empty batch. */
  readonly alone: (items: readonly I[], failure: F) => R
  /** Combines the results of the two parts of a batch, in order. */
  readonly join: (first: BatchPart<I, R>, second: BatchPart<I, R>) => R
}

/**
 * Runs a batch. If it fails, runs its halves one after the other until the failing item is isolated, so that
 * one bad item doesn't affect the others (docs/promises#poison-messages).
 */
export const inHalves = <I, F, R>({ attempt, alone, join }: Halving<I, F, R>) => {
  const run = async (items: readonly I[]): Promise<R> => {
    const done = await attempt(items)
    if (E.isRight(done)) return done.right
    if (items.length <= 1) return alone(items, done.left)
    const middle = Math.ceil(items.length / 2)
    const first = await part(items.slice(0, middle))
    return join(first, await part(items.slice(middle)))
  }
  const part = async (items: readonly I[]): Promise<BatchPart<I, R>> => ({ items, result: await run(items) })
  return run
}

/**
 * Wraps a batch that rejects because of one of its items: it is then run in halves until that item is
 * isolated and gets its own error result. Returns one result for each item, in order.
 */
export const brokenAlone =
  <I, O>(run: (items: readonly I[]) => Promise<readonly O[]>, alone: (item: I, cause: unknown) => O) =>
  (items: readonly I[]): Promise<readonly O[]> =>
    inHalves<I, unknown, readonly O[]>({
      attempt: async (part) => {
        try {
          return E.right(await run(part))
        } catch (cause) {
          return E.left(cause)
        }
      },
      alone: (part, cause) => part.map((item) => alone(item, cause)),
      join: (first, second) => [...first.result, ...second.result],
    })(items)
