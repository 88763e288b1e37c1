import type { Digest } from '../../domain/digests/digest.js'
import type { SessionId, UserId } from '../../domain/ids/id.js'
import type { OperatorSession } from '../../domain/people/operator-session.js'
import type { SessionTicket } from '../../domain/people/session-ticket.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { CallerFacts } from './people-storage.js'
import type { AsOf } from './projection-storage.js'
import type { ErasableRepository } from './repository.js'

/** Whose session it is, of one moment. */
export interface OperatorSessionFacts extends CallerFacts {
  readonly session: OperatorSession
}

/** Sessions of super admins, as they are read outside units of work. */
export interface OperatorSessionStorage {
  /** Whose the session of this verifier is: one reading; undefined where there is none, or of no super admin. */
  bearer(verifier: Digest): TE.TaskEither<StorageUnavailable, AsOf<OperatorSessionFacts | undefined>>
  /** The user's sessions that did not end by themselves, newest first, at most `limit`. */
  list(
    userId: UserId,
    nowMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly OperatorSession[]>>
  /** Deletes sessions and tickets that were over before the moment, at most `most` of each. Right: how many. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}

/** Sessions of super admins inside a unit; one is ended by removing it, in an exclusive unit. */
export interface OperatorSessionRepository extends ErasableRepository<SessionId, OperatorSession> {
  /** The user's sessions that did not end by themselves, oldest first, held. */
  lockLive(userId: UserId, nowMs: EpochMs): Promise<readonly OperatorSession[]>
  /** As `OperatorSessionStorage.bearer`, as of now; held by the epoch. */
  bearer(verifier: Digest): Promise<OperatorSessionFacts | undefined>
}

/** Tickets inside a unit: of any number at once who lock one and remove it, one finds it. */
export type SessionTicketRepository = ErasableRepository<Digest, SessionTicket>
