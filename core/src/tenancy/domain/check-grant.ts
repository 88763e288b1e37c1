import type { Channel } from '../../channels/channels.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { repeatedEntries } from '../../kernel/refusals/repeated-entries.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs, parseIsoTime } from '../../kernel/time/epoch-ms.js'
import type { CredentialAction } from './credential.js'

/** The requested rights of a credential, if well-shaped. */
interface GrantRequest {
  readonly actions?: ReadonlyArray<CredentialAction | undefined> | undefined
  readonly channels?: ReadonlyArray<Channel | undefined> | undefined
  /** ISO 8601. */
  readonly expiresAt?: string | undefined
}

/** One year, including leap years (docs/api/access#server-credentials). */
const LONGEST_MS = 366 * DAY_MS

const checkEnd = (expiresAt: string | undefined, nowMs: EpochMs): readonly FieldProblem[] => {
  if (expiresAt === undefined) return []
  const atMs = parseIsoTime(expiresAt)
  if (atMs === undefined)
    return [bodyProblem('/expiresAt', 'format', 'The value must be a valid date and time.')]
  if (atMs <= nowMs) return [bodyProblem('/expiresAt', 'too_small', 'The time must be in the future.')]
  return atMs > nowMs + LONGEST_MS
    ? [bodyProblem('/expiresAt', 'too_large', 'The time can be at most one year in the future.')]
    : []
}

/**
 * Checks the requested rights of a credential without lookups (docs/api/access#server-credentials): no
 * duplicates, a channel if it may send, and an expiry within a year. Empty if there are no problems.
 */
export const checkGrant = (
  { actions, channels, expiresAt }: GrantRequest,
  nowMs: EpochMs,
): readonly FieldProblem[] => [
  ...repeatedEntries('/actions', actions),
  ...repeatedEntries('/channels', channels),
  ...(actions?.includes('messages.send') === true && channels?.length === 0
    ? [bodyProblem('/channels', 'too_few', 'A credential that can send needs a channel.')]
    : []),
  ...checkEnd(expiresAt, nowMs),
]
