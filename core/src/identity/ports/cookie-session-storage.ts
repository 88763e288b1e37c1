import type { Digest } from '../../kernel/digests/digest.js'
import type { SessionId, UserId } from '../../kernel/ids/id.js'
import type { CookieSession } from '../domain/people/cookie-session.js'
import type { OperatorSession } from '../domain/people/operator-session.js'
import type { PersonSession } from '../domain/people/person-session.js'
import type { SessionTicket } from '../domain/people/session-ticket.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { CallerFacts } from './people-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { ErasableRepository } from '../../kernel/ports/repository.js'

/** A session and its owner, read at one moment. */
export interface CookieSessionFacts<S extends CookieSession> extends CallerFacts {
  readonly session: S
}

/** A super admin and the session: with platform permissions and without memberships. */
export type OperatorSessionFacts = CookieSessionFacts<OperatorSession>

/** A person and the session: with memberships and without platform permissions. */
export type PersonSessionFacts = CookieSessionFacts<PersonSession>

/** Reads cookie sessions of one kind outside units of work. */
export interface CookieSessionStorage<S extends CookieSession> {
  /**
   * The session with this verifier and its owner, in one read; undefined if there is none, or if its owner
   * may not have one.
   */
  bearer(verifier: Digest): TE.TaskEither<StorageUnavailable, AsOf<CookieSessionFacts<S> | undefined>>
  /** The user's unexpired sessions, newest first, at most `limit`. */
  list(userId: UserId, nowMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, AsOf<readonly S[]>>
  /** Deletes at most `most` sessions that ended before this moment. Right: the number deleted. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}

/** Sessions of super admins at the console; users who aren't super admins have none. */
export type OperatorSessionStorage = CookieSessionStorage<OperatorSession>

/** Sessions of people at the website. */
export type PersonSessionStorage = CookieSessionStorage<PersonSession>

/** Session tickets outside units of work. */
export interface SessionTicketStorage {
  /** Deletes at most `most` tickets that expired before this moment. Right: the number deleted. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}

/** Cookie sessions of one kind inside a unit; a session is ended by removing it, in an exclusive unit. */
export interface CookieSessionRepository<S extends CookieSession> extends ErasableRepository<SessionId, S> {
  /** The user's unexpired sessions, oldest first, locked. */
  lockLive(userId: UserId, nowMs: EpochMs): Promise<readonly S[]>
  /**
   * Like `CookieSessionStorage.bearer`, with the present facts, which can't change while the unit holds the
   * epoch.
   */
  bearer(verifier: Digest): Promise<CookieSessionFacts<S> | undefined>
}

/** Sessions of super admins inside a unit. */
export type OperatorSessionRepository = CookieSessionRepository<OperatorSession>

/** Sessions of people at the website inside a unit. */
export type PersonSessionRepository = CookieSessionRepository<PersonSession>

/** Tickets inside a unit: if several units lock and remove one at once, only one of them finds it. */
export type SessionTicketRepository = ErasableRepository<Digest, SessionTicket>
