import { isId, type ChallengeId } from '../../../kernel/ids/id.js'
import { idempotencyIdentity } from '../../domain/messages/idempotency.js'
import { messageIdOf } from '../../../otp/domain/challenge.js'
import type { Guess, GuessVerdict } from '../../../otp/domain/guess.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { typedCode } from '../../../otp/domain/typed-code.js'
import { E, type TE } from '../../../fp.js'
import type { OtpStorage } from '../../../otp/ports/otp-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { followingFor } from '../../../kernel/batching/following.js'
import { isolatedBatches } from '../../../kernel/batching/isolated-batches.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import { CHANGED_TOO_FAST } from '../../../kernel/caching/stale.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, requireAction, scopeOf } from '../../../identity/use-cases/credentials/read-as.js'
import { guessBatch, guesserOf, type GuessAnswer, type GuessOutcome, type GuessStep } from './guess-batch.js'

/** A code that a person entered. */
export interface OtpGuess {
  readonly challengeId: string
  readonly code: string
  /** Makes repeats safe: the same verify with the same key returns the same success for 10 minutes. */
  readonly idempotencyKey: string | undefined
}

/** How verifications share transactions: each transaction counts attempts of some and concludes others. */
const VERIFICATION_LIMITS = { lanes: 2, maxBatch: 256, maxWaiting: 4096 }

const failed: E.Either<Refusal, never> = E.left(refusal('OtpVerificationFailed'))

/** An ID that no challenge has. It is looked up for invalid IDs, so that they cost the same as valid ones. */
const NO_CHALLENGE: ChallengeId = 'otp_00000000000000000000000000'

interface Needs {
  readonly storage: { readonly otp: OtpStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly digests: Digests
  readonly otpCodes: OtpCodes
  readonly telemetry: Telemetry
}

/**
 * Guesses in shared transactions. If a caller's catalog changes, the caller is checked again and its guess
 * counted in a later one.
 */
const sharedGuesses = (
  needs: Pick<Needs, 'clock' | 'storage' | 'telemetry' | 'timers'>,
  authentication: Authentication,
) => {
  const { clock } = needs
  const guesses = isolatedBatches<GuessStep, GuessOutcome>(needs, {
    ...VERIFICATION_LIMITS,
    batcher: 'verification',
    organizationOf: guesserOf,
    run: guessBatch(needs),
  })
  const submit = async (step: GuessStep): Promise<GuessOutcome> => {
    const done = await guesses.submit(step)
    return E.isLeft(done) ? done : done.right
  }

  const count = async (first: Server, guess: Guess): Promise<GuessAnswer> => {
    let caller = first
    const mayFollow = followingFor(clock)
    do {
      const outcome = await submit({ _tag: 'Count', caller, guess })
      if (outcome._tag !== 'Stale') return outcome
      const renewed = await authentication.confirm(caller, outcome.epoch)
      if (E.isLeft(renewed)) return renewed
      const granted = requireAction(renewed.right, 'messages.send')
      if (E.isLeft(granted)) return granted
      caller = renewed.right
    } while (mayFollow())
    return E.left(CHANGED_TOO_FAST)
  }

  const conclude = async (guess: Guess): Promise<GuessAnswer> => {
    const outcome = await submit({ _tag: 'Conclude', guess })
    return outcome._tag === 'Stale' ? E.left(CHANGED_TOO_FAST) : outcome
  }

  return { count, conclude }
}

/**
 * Verifies an OTP (docs/api/otp#otp-verification). Right: verified, once. Of any number of concurrent right
 * guesses exactly one succeeds, except for repeats of the same verify with its key. Wrong codes, and expired,
 * locked, superseded, used, unknown or other tenants' challenges are all OtpVerificationFailed after the same
 * work. An attempt is counted durably before its code is compared.
 */
export const verifyOtp = (ports: Needs, authentication: Authentication) => {
  const { otpCodes, digests, ids, telemetry } = ports
  const { count, conclude } = sharedGuesses(ports, authentication)

  // The identity contains only a keyed hash of the code, so that stored data doesn't allow guessing it.
  const toGuess = (caller: Server, request: OtpGuess, challengeId: ChallengeId): Guess => {
    const { code, idempotencyKey: given } = request
    const scope = scopeOf(caller)
    const key =
      given === undefined ? ids.next('req') : `${otpCodes.macOf(challengeId, code, undefined)}:${given}`
    const under = idempotencyIdentity(scope, 'otp.verify', key, digests.sha256)
    return { messageId: messageIdOf(challengeId), scope, under }
  }

  const settle = async (
    guess: Guess,
    verdict: GuessVerdict,
    isRight: boolean,
  ): Promise<E.Either<Refusal | Outage, void>> => {
    if (!isRight || verdict._tag === 'Worthless') return failed
    if (verdict._tag !== 'Counted') return E.right(undefined)
    const concluded = await conclude(guess)
    if (E.isLeft(concluded)) return concluded
    return concluded.right._tag === 'Verified' ? E.right(undefined) : failed
  }

  return (caller: Granted<'messages.send'>, given: OtpGuess): TE.TaskEither<Refusal | Outage, void> =>
    async () => {
      // A malformed code can't match. It is counted like any other wrong code.
      const request = { ...given, code: typedCode(given.code) ?? given.code }
      const challengeId = isId('otp', request.challengeId) ? request.challengeId : NO_CHALLENGE
      const guess = toGuess(caller, request, challengeId)
      const counted = await count(caller, guess)
      if (E.isLeft(counted)) return counted
      const verdict = counted.right
      const mac = 'mac' in verdict ? verdict.mac : undefined
      const answer = await settle(guess, verdict, otpCodes.matches(challengeId, request.code, mac))
      telemetry.emit({ _tag: 'OtpGuessed', verified: E.isRight(answer) })
      return answer
    }
}
