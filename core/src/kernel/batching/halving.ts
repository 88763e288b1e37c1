import { E } from '../../fp.js'

/** A part of a batch, and what came of it. */
export interface BatchPart<I, R> {
  readonly items: readonly I[]
  readonly result: R
}

/** How a batch is done that fails as a whole where one of its items is what fails it. */
export interface Halving<I, F, R> {
  /** Does all of them, or none; left: the batch has to be divided. */
  readonly attempt: (items: readonly I[]) => Promise<E.Either<F, R>>
  /** What comes of an item that fails alone; of a batch of none, which has none. */
  readonly alone: (items: readonly I[], failure: F) => R
  /** What came of both parts of a batch, in order. */
  readonly join: (first: BatchPart<I, R>, second: BatchPart<I, R>) => R
}

/**
 * Does a batch, and where it fails its halves, one after the other, until what fails it is alone: one poisonous item harms no
 * other (docs/promises#poison-messages).
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
 * Runs a batch that rejects where one of its items is what breaks it: in halves then, until that item is alone and gets the
 * answer of its own trouble. One answer for each item, in order.
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
