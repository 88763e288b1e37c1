import { lastChangeOf } from '../../../tenancy/domain/catalog-changes.js'
import { concludeGuesses, countGuesses, type Guess, type GuessVerdict } from '../../../otp/domain/guess.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { ChallengeFacts, ChallengesPlan, OtpStorage } from '../../../otp/ports/otp-storage.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import type { Stale } from '../../../kernel/caching/stale.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import type { BatchLane, Held, BatchOutcome } from '../../../kernel/batching/isolated-batches.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** A guess with its caller. */
export interface CalledGuess {
  readonly caller: Server
  readonly guess: Guess
}

/** The next step of a guess: counting an attempt for it, or concluding it because its code was right. */
export type GuessStep =
  ({ readonly _tag: 'Count' } & CalledGuess) | { readonly _tag: 'Conclude'; readonly guess: Guess }

/** The result of a step. */
export type GuessAnswer = E.Either<Refusal | Outage, GuessVerdict>

/** The result of a step, or that its caller must be checked again. */
export type GuessOutcome = GuessAnswer | Stale

interface Worked {
  /** One for each guess to count. */
  readonly counted: ReadonlyArray<GuessOutcome | Held>
  readonly conclusions: ReadonlyArray<GuessAnswer | Held>
}

const TRIES_AT_UNKNOWN = 3

/** Iterates over the verdicts: each call returns the next one. */
const inTurn = (verdicts: readonly GuessVerdict[]): (() => GuessAnswer) => {
  const rest = verdicts[Symbol.iterator]()
  return () => E.right(rest.next().value ?? { _tag: 'Worthless' })
}

const heldOf = ({ scope: { organizationId } }: Guess): Held => ({ _tag: 'Held', organizationId })

interface Needs {
  readonly storage: { readonly otp: OtpStorage }
  readonly clock: Clock
}

/**
 * Runs one transaction: it concludes right guesses, whose attempts were counted before, and counts an attempt
 * for each of the others. Something is written for any guess, so that all take the same work
 * (docs/promises#enumeration).
 */
const workTogether =
  ({ storage, clock }: Needs, waits: boolean) =>
  (called: readonly CalledGuess[], right: readonly Guess[]) => {
    const guesses = called.map(({ guess }) => guess)
    const decide = ({ changes, challenges, held }: ChallengeFacts): ChallengesPlan<Worked> => {
      const nowMs = clock.nowMs()
      const neededEpochs = called.map(({ caller }) => lastChangeOf(changes, caller.credential.organizationId))
      const isFree = ({ messageId }: Guess): boolean => !held.has(messageId)
      const isCurrent = (at: number): boolean => (called[at]?.caller.epoch ?? 0) >= (neededEpochs[at] ?? 0)
      const concluded = concludeGuesses(right.filter(isFree), challenges, nowMs)
      const changed = new Map(concluded.challenges.map((challenge) => [challenge.messageId, challenge]))
      const current = guesses.filter((guess, at) => isCurrent(at) && isFree(guess))
      const counted = countGuesses(current, new Map([...challenges, ...changed]), nowMs)
      for (const challenge of counted.challenges) changed.set(challenge.messageId, challenge)
      const count = inTurn(counted.verdicts)
      const conclude = inTurn(concluded.verdicts)
      const countAt = (guess: Guess, at: number): GuessOutcome | Held => {
        if (!isFree(guess)) return heldOf(guess)
        return isCurrent(at) ? count() : { _tag: 'Stale', epoch: neededEpochs[at] ?? 0 }
      }
      return {
        challenges: [...changed.values()],
        verified: concluded.verified,
        isCostly: current.length > 0,
        result: {
          counted: guesses.map(countAt),
          conclusions: right.map((guess) => (isFree(guess) ? conclude() : heldOf(guess))),
        },
      }
    }
    return storage.otp.work([...guesses, ...right], decide, waits)()
  }

type Work = ReturnType<typeof workTogether>
type Done = E.Either<Outage, Worked>

/** The conclusions of right guesses; an unknown commit is repeated. */
const concluding =
  (work: Work) =>
  async (right: readonly Guess[], first: Done): Promise<Worked['conclusions']> => {
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
    return done.right.conclusions
  }

/** The Organization of a guess. */
export const guesserOf = (step: GuessStep): OrganizationId => step.guess.scope.organizationId

type Steps = ReadonlyArray<BatchOutcome<GuessOutcome>>

/** Runs the steps in one transaction; rejects if that fails for a reason other than an outage. */
const stepTogether =
  (work: Work) =>
  async (steps: readonly GuessStep[]): Promise<Steps> => {
    const conclude = concluding(work)
    const called = steps.flatMap((step) => (step._tag === 'Count' ? [step] : []))
    const right = steps.flatMap((step) => (step._tag === 'Conclude' ? [step.guess] : []))
    const first = await work(called, right)
    const counted = (E.isLeft(first) ? called.map(() => first) : first.right.counted).values()
    const concluded = (await conclude(right, first)).values()
    return steps.map(({ _tag }) => {
      const { value } = _tag === 'Count' ? counted.next() : concluded.next()
      if (value === undefined) throw new Error('a guess has no outcome')
      return '_tag' in value && value._tag === 'Held' ? value : { _tag: 'Done', answer: value }
    })
  }

/**
 * Counts attempts durably before any code is compared, and concludes guesses with right codes, a batch in one
 * transaction: each conclusion is of a guess that an earlier transaction counted. `Stale`: the caller's
 * catalog changed, so its guess wasn't counted, while the others were. `Held`: another transaction holds the
 * challenge, and nothing was done for the guess. After an unknown commit, a successful conclusion is found by
 * its identity and succeeds again. It is then unknown whether an attempt was counted, and the caller gets
 * that outage. A failing batch is halved until only the failing guess is left (docs/promises#neighbors).
 */
export const guessBatch =
  (
    ports: Needs,
  ): ((steps: readonly GuessStep[], lane: Pick<BatchLane, 'organizationId'>) => Promise<Steps>) =>
  (steps, { organizationId }) => {
    const together = stepTogether(workTogether(ports, organizationId !== undefined))
    return inHalves<GuessStep, string, Steps>({
      attempt: async (part) => {
        try {
          return E.right(await together(part))
        } catch (error) {
          return E.left(errorMessage(error))
        }
      },
      alone: (part, cause) =>
        part.map((step) => ({
          _tag: 'Done',
          answer: E.left({ _tag: 'BatchFailed', cause }),
          spoils: guesserOf(step),
        })),
      join: (first, second) => [...first.result, ...second.result],
    })(steps)
  }
