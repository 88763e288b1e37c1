import { ACCESS_MS, type Session, type TokenRecord } from '../../domain/people/session.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { User } from '../../domain/people/user.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { SessionTokens } from '../../ports/session-tokens.js'

/** The tokens for a person's calls (docs/api/sign-in#sessions). */
export interface SessionAnswer {
  readonly accessToken: string
  readonly accessExpiresAtMs: EpochMs
  readonly refreshToken: string
  readonly refreshExpiresAtMs: EpochMs
  readonly user: Pick<User, 'userId' | 'email' | 'displayName'>
}

/** The tokens of a session's present generation, and their stored records: the same at every call. */
export interface Tokens {
  readonly answer: SessionAnswer
  readonly records: readonly TokenRecord[]
}

/** Creates the tokens of the session's present generation, under the given master key. */
export const tokensOf = (
  { sessionTokens }: { readonly sessionTokens: SessionTokens },
  { sessionId, generation, rotatedAtMs, idleUntilMs, untilMs }: Session,
  { userId, email, displayName }: User,
  under: KeyId | undefined,
): Tokens => {
  const access = sessionTokens.derive('access', sessionId, generation, under)
  const refresh = sessionTokens.derive('refresh', sessionId, generation, under)
  const accessExpiresAtMs = Math.min(rotatedAtMs + ACCESS_MS, untilMs)
  return {
    answer: {
      accessToken: access.token,
      accessExpiresAtMs,
      refreshToken: refresh.token,
      refreshExpiresAtMs: idleUntilMs,
      user: { userId, email, displayName },
    },
    records: [
      { verifier: access.verifier, sessionId, kind: 'access', generation, expiresAtMs: accessExpiresAtMs },
      // Kept until the family's end: a late use reveals a theft.
      { verifier: refresh.verifier, sessionId, kind: 'refresh', generation, expiresAtMs: untilMs },
    ],
  }
}
