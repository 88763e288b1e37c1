import { leastOf } from '../../domain/numbers/extremes.js'
import { concludeGuesses, countGuesses, type Guess, type GuessVerdict } from '../../domain/otp/guess.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { ChallengesKnown, ChallengesPlan } from '../../ports/storage/otp-storage.js'
import type { Authentication } from '../credentials/authentication.js'
import type { Server } from '../callers/caller.js'
import { followingFor } from '../concurrency/following.js'
import { requireAction } from '../credentials/read-as.js'

/** A guess and who makes it. */
export interface CalledGuess {
  readonly caller: Server
  readonly guess: Guess
}

/** A guess on its way: an attempt is to be counted for it, or its code was right and it is to be concluded. */
export type GuessStep =
  ({ readonly _tag: 'Count' } & CalledGuess) | { readonly _tag: 'Conclude'; readonly guess: Guess }

/** What became of a step. */
export type GuessAnswer = E.Either<Refusal | Outage, GuessVerdict>

interface Worked {
  /** Undefined where the catalog is newer than what a caller was recognised by: then nothing is counted. */
  readonly verdicts: readonly GuessVerdict[] | undefined
  readonly conclusions: readonly GuessVerdict[]
  readonly epoch: number
}

const TRIES_AT_UNKNOWN = 3

const movedOn: GuessAnswer = E.left({
  _tag: 'Overloaded',
  cause: 'the catalog changed faster than it could be read',
})

/** The answers in turn, one for each of so many. */
const inTurn = (verdicts: readonly GuessVerdict[]): (() => GuessAnswer) => {
  const rest = verdicts[Symbol.iterator]()
  return () => E.right(rest.next().value ?? { _tag: 'Worthless' })
}

/**
 * One transaction: concludes the right ones, whose attempts were counted before, and counts an attempt for each of the
 * others. Something is written whatever the guesses are for, so that none costs less than another
 * (docs/promises#enumeration).
 */
const workTogether =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (called: readonly CalledGuess[], right: readonly Guess[]) => {
    const guesses = called.map(({ guess }) => guess)
    const oldest = leastOf(called.map(({ caller }) => caller.epoch))
    const decide = ({ catalogEpoch: epoch, challenges: known }: ChallengesKnown): ChallengesPlan<Worked> => {
      const nowMs = clock.nowMs()
      const concluded = concludeGuesses(right, known, nowMs)
      const changed = new Map(concluded.challenges.map((challenge) => [challenge.messageId, challenge]))
      const counted =
        oldest < epoch ? undefined : countGuesses(guesses, new Map([...known, ...changed]), nowMs)
      for (const challenge of counted?.challenges ?? []) changed.set(challenge.messageId, challenge)
      return {
        challenges: [...changed.values()],
        verified: concluded.verified,
        isCostly: guesses.length > 0 && counted !== undefined,
        result: { verdicts: counted?.verdicts, conclusions: concluded.verdicts, epoch },
      }
    }
    return storage.otp.work([...guesses, ...right], decide)()
  }

type Work = ReturnType<typeof workTogether>
type Done = E.Either<Outage, Worked>

/** The answers of those that are counted, where the first transaction did as is said; a stale caller is looked at again. */
const counting = (work: Work, authentication: Authentication, clock: Ports['clock']) => {
  const renew = async (one: CalledGuess, epoch: number): Promise<E.Either<Refusal | Outage, CalledGuess>> => {
    if (one.caller.epoch >= epoch) return E.right(one)
    const renewed = await authentication.renew(one.caller, epoch)
    if (E.isLeft(renewed)) return renewed
    const granted = requireAction(renewed.right, 'messages.send')
    return E.isLeft(granted) ? granted : E.right({ ...one, caller: renewed.right })
  }

  return async (called: readonly CalledGuess[], first: Done): Promise<readonly GuessAnswer[]> => {
    let present: ReadonlyArray<E.Either<Refusal | Outage, CalledGuess>> = called.map((one) => E.right(one))
    let done = first
    const mayFollow = followingFor(clock)
    for (;;) {
      if (E.isLeft(done)) {
        const failure = done
        return present.map((one) => (E.isLeft(one) ? one : failure))
      }
      const { verdicts, epoch } = done.right
      const next = inTurn(verdicts ?? [])
      if (verdicts !== undefined) return present.map((one) => (E.isLeft(one) ? one : next()))
      present = await Promise.all(
        present.map((one) => (E.isLeft(one) ? Promise.resolve(one) : renew(one.right, epoch))),
      )
      const live = present.flatMap((one) => (E.isRight(one) ? [one.right] : []))
      if (live.length === 0 || !mayFollow()) return present.map((one) => (E.isLeft(one) ? one : movedOn))
      done = await work(live, [])
    }
  }
}

/** The answers of those that are concluded; a commit of which nobody knows is asked for again. */
const concluding =
  (work: Work) =>
  async (right: readonly Guess[], first: Done): Promise<readonly GuessAnswer[]> => {
    let done = first
    for (
      let tries = 1;
      right.length > 0 && E.isLeft(done) && done.left._tag === 'CommitUnknown' && tries < TRIES_AT_UNKNOWN;
      tries += 1
    )
      done = await work([], right)
    if (E.isLeft(done)) {
      const failure = done
      return right.map(() => failure)
    }
    return right.map(inTurn(done.right.conclusions))
  }

/**
 * Counts attempts durably before any code is compared, and writes down which of the right codes succeed, a batch in one
 * transaction: the conclusions of those that were counted in the last one. Where the commit's answer was lost, a conclusion
 * that had succeeded is found under its own identity and succeeds once more; whether an attempt was counted is not known then,
 * and its caller is told so.
 */
export const guessBatch = (
  ports: Pick<Ports, 'storage' | 'clock'>,
  authentication: Authentication,
): ((steps: readonly GuessStep[]) => Promise<readonly GuessAnswer[]>) => {
  const work = workTogether(ports)
  const count = counting(work, authentication, ports.clock)
  const conclude = concluding(work)
  return async (steps) => {
    const called = steps.flatMap((step) => (step._tag === 'Count' ? [step] : []))
    const right = steps.flatMap((step) => (step._tag === 'Conclude' ? [step.guess] : []))
    const first = await work(called, right)
    const answers = await Promise.all([count(called, first), conclude(right, first)])
    const [counted, concluded] = answers.map((each) => each.values())
    return steps.map(({ _tag }) => (_tag === 'Count' ? counted : concluded)?.next().value ?? movedOn)
  }
}
