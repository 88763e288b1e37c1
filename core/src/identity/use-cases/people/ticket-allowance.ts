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

/** As many sockets as a user may have come back at once, several times over; a page that is broken writes no more than this. */
const TICKETS_OF_SESSION: RateLimit = { perSecond: 2, burst: 100 }

/** More sessions than people sign in at consoles; those that asked longest ago are forgotten first, whose buckets are full. */
const SESSIONS_REMEMBERED = 10_000

/** Counts tickets by session, in this process alone (docs/contract#sessions-of-super-admins). */
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
