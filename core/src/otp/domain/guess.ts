import type { MessageId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { TenantScope } from '../../tenancy/domain/tenant-scope.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import { addedBySlice, type PrefixCount, sliceOf } from './breaker.js'
import { type Challenge, MAX_ATTEMPTS_AT_CODE } from './challenge.js'

/** A code to be checked against a challenge. */
export interface Guess {
  readonly messageId: MessageId
  readonly scope: TenantScope
  /**
   * The identity of this verify: a digest of its challenge, code and idempotency key, or of this one call if
   * it has no key. The code is included, because otherwise a key that succeeded once would allow unlimited
   * guesses.
   */
  readonly under: Digest
}

/** The verdict on a guess, before its code is compared and after a correct code. */
export type GuessVerdict =
  /** An attempt was counted: the guess succeeds if its code is right. */
  | { readonly _tag: 'Counted'; readonly mac: Digest }
  /** The same verify succeeded recently: its code is right again, and it gets the same response. */
  | { readonly _tag: 'Repeated'; readonly mac: Digest }
  /** Its code was right, and it succeeded. */
  | { readonly _tag: 'Verified' }
  /** The challenge is unknown, of another app, expired, locked, superseded or used: no code succeeds. */
  | { readonly _tag: 'Worthless' }

/** How long a verify can be repeated with its key (docs/api/otp#otp-verification). */
const REPEATABLE_FOR_MS = 10 * MINUTE_MS

const worthless: GuessVerdict = { _tag: 'Worthless' }
const succeeded: GuessVerdict = { _tag: 'Verified' }

const isRepeat = (challenge: Challenge, { under }: Guess, nowMs: EpochMs): boolean =>
  challenge.state === 'VERIFIED' &&
  challenge.verifiedUnder === under &&
  nowMs - (challenge.verifiedAtMs ?? 0) <= REPEATABLE_FOR_MS

const isIts = (challenge: Challenge, { scope }: Guess): boolean =>
  challenge.organizationId === scope.organizationId && challenge.appId === scope.appId

const mayTry = ({ state, attempts, expiresAtMs }: Challenge, nowMs: EpochMs): boolean =>
  state === 'PENDING' && attempts < MAX_ATTEMPTS_AT_CODE && nowMs < expiresAtMs

const counted = (challenge: Challenge): Challenge => {
  const attempts = challenge.attempts + 1
  return { ...challenge, attempts, state: attempts >= MAX_ATTEMPTS_AT_CODE ? 'LOCKED' : 'PENDING' }
}

/**
 * Counts an attempt for each guess before any code is compared (docs/api/otp#otp-verification,
 * docs/promises#otp-guessing). Of any number of concurrent guesses, at most five count. The fifth locks the
 * challenge in advance; if its code is right, it still succeeds. Concurrent identical guesses count as one
 * attempt.
 */
export const countGuesses = (
  guesses: readonly Guess[],
  known: ReadonlyMap<MessageId, Challenge>,
  nowMs: EpochMs,
): { readonly verdicts: readonly GuessVerdict[]; readonly challenges: readonly Challenge[] } => {
  const changed = new Map<MessageId, Challenge>()
  const seen = new Set<string>()
  const verdicts = guesses.map((guess): GuessVerdict => {
    const challenge = changed.get(guess.messageId) ?? known.get(guess.messageId)
    if (challenge === undefined || !isIts(challenge, guess)) return worthless
    const { mac } = challenge
    if (isRepeat(challenge, guess, nowMs)) return { _tag: 'Repeated', mac }
    const same = `${guess.messageId} ${guess.under}`
    if (seen.has(same)) return { _tag: 'Counted', mac }
    if (!mayTry(challenge, nowMs)) return worthless
    seen.add(same)
    changed.set(guess.messageId, counted(challenge))
    return { _tag: 'Counted', mac }
  })
  return { verdicts, challenges: [...changed.values()] }
}

/** The results of guesses with the right code. */
export interface GuessConclusions {
  /** For each guess, in order: verified, or worthless after all. */
  readonly verdicts: readonly GuessVerdict[]
  readonly challenges: readonly Challenge[]
  /** Data for the SMS pumping breaker: the number of verified OTPs in each slice in which they were sent. */
  readonly verified: readonly PrefixCount[]
}

/**
 * Lets the first guess with the right code succeed, together with identical verifies; all others fail
 * (docs/api/otp#otp-verification: exactly one). None succeeds after the challenge expired or was superseded.
 */
export const concludeGuesses = (
  guesses: readonly Guess[],
  known: ReadonlyMap<MessageId, Challenge>,
  nowMs: EpochMs,
): GuessConclusions => {
  const changed = new Map<MessageId, Challenge>()
  const verified: PrefixCount[] = []
  const verdicts = guesses.map((guess) => {
    const challenge = changed.get(guess.messageId) ?? known.get(guess.messageId)
    if (challenge === undefined || !isIts(challenge, guess)) return worthless
    if (isRepeat(challenge, guess, nowMs)) return succeeded
    const isOpen = challenge.state === 'PENDING' || challenge.state === 'LOCKED'
    if (!isOpen || nowMs >= challenge.expiresAtMs) return worthless
    const { appId, prefix, createdAtMs } = challenge
    changed.set(guess.messageId, {
      ...challenge,
      state: 'VERIFIED',
      verifiedAtMs: nowMs,
      verifiedUnder: guess.under,
    })
    verified.push({ appId, prefix, sliceMs: sliceOf(createdAtMs), sends: 0, verified: 1 })
    return succeeded
  })
  return { verdicts, challenges: [...changed.values()], verified: addedBySlice(verified) }
}
