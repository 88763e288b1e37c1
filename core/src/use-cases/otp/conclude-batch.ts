import { concludeGuesses, type Guess } from '../../domain/otp/guess.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

const TRIES_AT_UNKNOWN = 3

/**
 * Writes down which of the right codes succeed, a batch in one transaction. A commit whose answer was lost is
 * simply asked for again: an offer that had succeeded is found under its own identity and succeeds once more.
 */
export const concludeBatch =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  async (guesses: readonly Guess[]): Promise<ReadonlyArray<E.Either<Outage, boolean>>> => {
    const conclude = storage.otp.work(guesses, ({ challenges: known }) => {
      const { successes, challenges, verified } = concludeGuesses(guesses, known, clock.nowMs())
      return { challenges, verified, isCostly: false, result: successes }
    })
    let done = await conclude()
    for (
      let tries = 1;
      E.isLeft(done) && done.left._tag === 'CommitUnknown' && tries < TRIES_AT_UNKNOWN;
      tries += 1
    )
      done = await conclude()
    if (E.isLeft(done)) {
      const failure = done
      return guesses.map(() => failure)
    }
    const successes = done.right
    return guesses.map((_, at) => E.right(successes[at] ?? false))
  }
