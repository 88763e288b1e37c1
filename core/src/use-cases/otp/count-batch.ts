import { countGuesses, type Guess, type GuessVerdict } from '../../domain/otp/guess.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { ChallengesKnown, ChallengesPlan } from '../../ports/storage/otp-storage.js'
import type { Authentication } from '../credentials/authentication.js'
import type { Server } from '../callers/caller.js'
import { requireAction } from '../credentials/read-as.js'

/** A guess and who makes it. */
export interface CalledGuess {
  readonly caller: Server
  readonly guess: Guess
}

type Answer = E.Either<Refusal | Outage, GuessVerdict>

type Counted =
  | { readonly _tag: 'Stale'; readonly epoch: number }
  | { readonly _tag: 'Counted'; readonly verdicts: readonly GuessVerdict[] }

const EPOCHS_FOLLOWED = 5

const movedOn: Answer = E.left({
  _tag: 'Overloaded',
  cause: 'the catalog changed faster than it could be read',
})

/**
 * Counts attempts durably, a batch in one transaction, before any code is compared. Something is written whatever
 * the guesses are for, so that none of them costs less than another (docs/promises#enumeration). A caller whose
 * credential is older than what the transaction reads is looked at again first.
 */
export const countBatch = (
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  authentication: Authentication,
): ((called: readonly CalledGuess[]) => Promise<readonly Answer[]>) => {
  const count = (called: readonly CalledGuess[]) => {
    const guesses = called.map(({ guess }) => guess)
    const oldest = Math.min(...called.map(({ caller }) => caller.epoch))
    const decide = ({ catalogEpoch, challenges }: ChallengesKnown): ChallengesPlan<Counted> => {
      if (oldest < catalogEpoch)
        return {
          challenges: [],
          verified: [],
          isCostly: false,
          result: { _tag: 'Stale', epoch: catalogEpoch },
        }
      const counted = countGuesses(guesses, challenges, clock.nowMs())
      const result: Counted = { _tag: 'Counted', verdicts: counted.verdicts }
      return { challenges: counted.challenges, verified: [], isCostly: true, result }
    }
    return storage.otp.work(guesses, decide)()
  }

  const renew = async (one: CalledGuess, epoch: number): Promise<E.Either<Refusal | Outage, CalledGuess>> => {
    if (one.caller.epoch >= epoch) return E.right(one)
    const renewed = await authentication.renew(one.caller, epoch)
    if (E.isLeft(renewed)) return renewed
    const granted = requireAction(renewed.right, 'messages.send')
    return E.isLeft(granted) ? granted : E.right({ ...one, caller: renewed.right })
  }

  return async (called) => {
    let present: ReadonlyArray<E.Either<Refusal | Outage, CalledGuess>> = called.map((one) => E.right(one))
    for (let round = 0; round < EPOCHS_FOLLOWED; round += 1) {
      const live = present.flatMap((one) => (E.isRight(one) ? [one.right] : []))
      if (live.length === 0) return present.map((one) => (E.isLeft(one) ? one : movedOn))
      const done = await count(live)
      if (E.isLeft(done)) return present.map((one) => (E.isLeft(one) ? one : done))
      const counted = done.right
      if (counted._tag === 'Counted') {
        const verdicts = counted.verdicts[Symbol.iterator]()
        return present.map((one) =>
          E.isLeft(one) ? one : E.right(verdicts.next().value ?? { _tag: 'Worthless' }),
        )
      }
      present = await Promise.all(
        present.map((one) => (E.isLeft(one) ? Promise.resolve(one) : renew(one.right, counted.epoch))),
      )
    }
    return present.map((one) => (E.isLeft(one) ? one : movedOn))
  }
}
