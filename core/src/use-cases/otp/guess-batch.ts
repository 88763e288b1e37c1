import { lastChangeOf } from '../../domain/catalog/catalog-changes.js'
import { concludeGuesses, countGuesses, type Guess, type GuessVerdict } from '../../domain/otp/guess.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { ChallengesKnown, ChallengesPlan } from '../../ports/storage/otp-storage.js'
import type { Server } from '../callers/caller.js'
import type { Stale } from '../catalog/stale.js'

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

/** The same, or that its caller has to be looked at again. */
export type GuessOutcome = GuessAnswer | Stale

interface Worked {
  /** One for each guess to be counted. */
  readonly counted: readonly GuessOutcome[]
  readonly conclusions: readonly GuessVerdict[]
}

const TRIES_AT_UNKNOWN = 3

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
    const decide = ({ changes, challenges: known }: ChallengesKnown): ChallengesPlan<Worked> => {
      const nowMs = clock.nowMs()
      const neededEpochs = called.map(({ caller }) => lastChangeOf(changes, caller.credential.organizationId))
      const isCurrent = (at: number): boolean => (called[at]?.caller.epoch ?? 0) >= (neededEpochs[at] ?? 0)
      const concluded = concludeGuesses(right, known, nowMs)
      const changed = new Map(concluded.challenges.map((challenge) => [challenge.messageId, challenge]))
      const current = guesses.filter((_, at) => isCurrent(at))
      const counted = countGuesses(current, new Map([...known, ...changed]), nowMs)
      for (const challenge of counted.challenges) changed.set(challenge.messageId, challenge)
      const answer = inTurn(counted.verdicts)
      return {
        challenges: [...changed.values()],
        verified: concluded.verified,
        isCostly: current.length > 0,
        result: {
          counted: neededEpochs.map((epoch, at) => (isCurrent(at) ? answer() : { _tag: 'Stale', epoch })),
          conclusions: concluded.verdicts,
        },
      }
    }
    return storage.otp.work([...guesses, ...right], decide)()
  }

type Work = ReturnType<typeof workTogether>
type Done = E.Either<Outage, Worked>

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
 * transaction: the conclusions of those that were counted in the last one. `Stale`: the caller's catalog changed, so its guess
 * wasn't counted, while the others were. Where the commit's answer was lost, a conclusion that had succeeded is found under its own
 * identity and succeeds once more; whether an attempt was counted is not known then, and its caller is told so.
 */
export const guessBatch = (
  ports: Pick<Ports, 'storage' | 'clock'>,
): ((steps: readonly GuessStep[]) => Promise<readonly GuessOutcome[]>) => {
  const work = workTogether(ports)
  const conclude = concluding(work)
  return async (steps) => {
    const called = steps.flatMap((step) => (step._tag === 'Count' ? [step] : []))
    const right = steps.flatMap((step) => (step._tag === 'Conclude' ? [step.guess] : []))
    const first = await work(called, right)
    const counted = (E.isLeft(first) ? called.map(() => first) : first.right.counted).values()
    const concluded = (await conclude(right, first)).values()
    return steps.map(({ _tag }) => {
      const { value } = _tag === 'Count' ? counted.next() : concluded.next()
      if (value === undefined) throw new Error('a guess has no outcome')
      return value
    })
  }
}
