import type { SessionId } from '../../../kernel/ids/id.js'
import {
  type Bucket,
  type RateLimit,
  refilled,
  takeFrom,
  waitForMs,
} from '../../../limits/domain/token-bucket.js'
import { type Refusal, tooManyRequests } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import { recent } from '../../../kernel/caching/recent.js'

/**
 * Enough for all sockets of a user to reconnect at once, several times; it limits the writes of a faulty
 * page.
 */
const TICKETS_OF_SESSION: RateLimit = { perSecond: 2, burst: 100 }

/**
 * More sessions than there are at consoles; those used longest ago are dropped first, because their buckets
 * are full.
 */
const SESSIONS_REMEMBERED = 10_000

/** Counts tickets by session, only in this process (docs/api/sign-in#sessions-of-super-admins). */
export const ticketAllowance = (clock: Clock): ((sessionId: SessionId) => E.Either<Refusal, void>) => {
  const buckets = recent<SessionId, Bucket>(SESSIONS_REMEMBERED)
  return (sessionId) => {
    const present = refilled(TICKETS_OF_SESSION, buckets.get(sessionId), clock.nowMs())
    const { bucket, taken } = takeFrom(present, 1, 1)
    buckets.set(sessionId, bucket)
    return taken === 0
      ? E.left(tooManyRequests(waitForMs(TICKETS_OF_SESSION, bucket, 1)))
      : E.right(undefined)
  }
}
