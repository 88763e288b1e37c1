import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

export type SessionEnd =
  | 'signed_out'
  | 'reused'
  | 'password_changed'
  | 'disabled'
  | 'crowded_out'
  | 'restored'
  | 'second_factor_reset'
  | 'second_factor_changed'
  | 'ended_by_operator'

/**
 * A session, which starts with a sign-in: a family of refresh tokens, each of which is used once
 * (docs/api/sign-in#refresh-tokens).
 */
export interface Session {
  readonly sessionId: SessionId
  readonly userId: UserId
  /**
   * The number of refreshes. The tokens of the present generation are valid, and access tokens of earlier
   * ones.
   */
  readonly generation: number
  readonly createdAtMs: EpochMs
  /** When the present generation started. */
  readonly rotatedAtMs: EpochMs
  /** When the refresh token of the present generation expires if it isn't used. */
  readonly idleUntilMs: EpochMs
  /** The end of the family, however often it is refreshed. */
  readonly untilMs: EpochMs
  readonly endedAtMs: EpochMs | undefined
  readonly endedBy: SessionEnd | undefined
  /** When a code of the second factor was accepted at the sign-in; undefined: the user had none. */
  readonly confirmedAtMs: EpochMs | undefined
}

/** A stored token. */
export interface TokenRecord {
  readonly verifier: Digest
  readonly sessionId: SessionId
  readonly kind: 'access' | 'refresh'
  readonly generation: number
  readonly expiresAtMs: EpochMs
}

/** The lifetime of an access token: 900 s (docs/api/sign-in#sessions). */
export const ACCESS_MS = 15 * MINUTE_MS
const IDLE_MS = DAY_MS
const FAMILY_MS = 30 * DAY_MS
/**
 * How long the same successor is returned again, in case a response was lost
 * (docs/api/sign-in#refresh-tokens).
 */
const GRACE_MS = 10 * SECOND_MS

/** Starts a session; `confirmedAtMs` is when a code of the second factor was accepted, if there is one. */
export const startSession = (
  sessionId: SessionId,
  userId: UserId,
  nowMs: EpochMs,
  confirmedAtMs?: EpochMs,
): Session => ({
  sessionId,
  userId,
  generation: 1,
  createdAtMs: nowMs,
  rotatedAtMs: nowMs,
  idleUntilMs: nowMs + IDLE_MS,
  untilMs: nowMs + FAMILY_MS,
  endedAtMs: undefined,
  endedBy: undefined,
  confirmedAtMs,
})

/** Whether the session is valid at this moment. */
export const goesOn = ({ endedAtMs, idleUntilMs, untilMs }: Session, nowMs: EpochMs): boolean =>
  endedAtMs === undefined && nowMs < idleUntilMs && nowMs < untilMs

/** The session, ended. */
export const endedSession = (session: Session, endedBy: SessionEnd, nowMs: EpochMs): Session => ({
  ...session,
  endedAtMs: nowMs,
  endedBy,
})

/**
 * The meaning of a refresh token's use (docs/api/sign-in#refresh-tokens). `next`: starts another generation.
 * `again`: the response was lost, and is returned again. `reused`: the token was already used by another
 * party, which ends the family. `ended`: refused.
 */
export type RefreshResult =
  | { readonly _tag: 'next'; readonly session: Session }
  | { readonly _tag: 'again'; readonly session: Session }
  | { readonly _tag: 'reused'; readonly session: Session }
  | { readonly _tag: 'ended' }

/** Evaluates the use of a genuine refresh token of this generation. */
export const refresh = (session: Session, generation: number, nowMs: EpochMs): RefreshResult => {
  if (!goesOn(session, nowMs)) return { _tag: 'ended' }
  if (generation === session.generation) {
    const idleUntilMs = Math.min(nowMs + IDLE_MS, session.untilMs)
    return {
      _tag: 'next',
      session: { ...session, generation: generation + 1, rotatedAtMs: nowMs, idleUntilMs },
    }
  }
  const isLostAnswer = generation === session.generation - 1 && nowMs - session.rotatedAtMs <= GRACE_MS
  return isLostAnswer
    ? { _tag: 'again', session }
    : { _tag: 'reused', session: endedSession(session, 'reused', nowMs) }
}
