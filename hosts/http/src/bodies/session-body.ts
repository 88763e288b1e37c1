import type { SessionBody } from '@postrider/contracts/sessions/session'
import { type EpochMs, isoTime, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { SessionAnswer } from '@postrider/core/identity/use-cases/people/session-answer'

/**
 * An active session (docs/api/sign-in#sessions). `expiresIn` is the remaining time: it is less if a lost
 * response is repeated.
 */
export const sessionBody = (
  { accessToken, accessExpiresAtMs, refreshToken, refreshExpiresAtMs, user }: SessionAnswer,
  nowMs: EpochMs,
  requestId: string,
): SessionBody => ({
  tokenType: 'Bearer',
  accessToken,
  expiresIn: Math.max(0, Math.ceil((accessExpiresAtMs - nowMs) / SECOND_MS)),
  expiresAt: isoTime(accessExpiresAtMs),
  refreshToken,
  refreshExpiresAt: isoTime(refreshExpiresAtMs),
  user,
  requestId,
})
