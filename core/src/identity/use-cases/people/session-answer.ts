import { ACCESS_MS, type Session, type TokenRecord } from '../../domain/people/session.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { User } from '../../domain/people/user.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/** What a person is given to make calls with (docs/contract#sessions). */
export interface SessionAnswer {
  readonly accessToken: string
  readonly accessExpiresAtMs: EpochMs
  readonly refreshToken: string
  readonly refreshExpiresAtMs: EpochMs
  readonly user: Pick<User, 'userId' | 'email' | 'displayName'>
}

/** The tokens of a session's present generation, and what is kept of them: the same each time. */
export interface Tokens {
  readonly answer: SessionAnswer
  readonly records: readonly TokenRecord[]
}

/** Makes the tokens of the session's present generation, under that master key. */
export const tokensOf = (
  { sessionTokens }: Pick<Ports, 'sessionTokens'>,
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
      // Kept to the family's end: a late use betrays a theft.
      { verifier: refresh.verifier, sessionId, kind: 'refresh', generation, expiresAtMs: untilMs },
    ],
  }
}
