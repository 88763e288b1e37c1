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

/** Whose session it is, of one moment. */
export interface CookieSessionFacts<S extends CookieSession> extends CallerFacts {
  readonly session: S
}

/** A super admin and the session: what they may do on the whole platform, and no memberships. */
export type OperatorSessionFacts = CookieSessionFacts<OperatorSession>

/** A person and the session: their memberships, and nothing on the whole platform. */
export type PersonSessionFacts = CookieSessionFacts<PersonSession>

/** Sessions by cookie of one kind, as they are read outside units of work. */
export interface CookieSessionStorage<S extends CookieSession> {
  /** Whose the session of this verifier is: one reading; undefined where there is none, or of nobody who may have one. */
  bearer(verifier: Digest): TE.TaskEither<StorageUnavailable, AsOf<CookieSessionFacts<S> | undefined>>
  /** The user's sessions that did not end by themselves, newest first, at most `limit`. */
  list(userId: UserId, nowMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, AsOf<readonly S[]>>
  /** Deletes sessions that were over before the moment, at most `most`. Right: how many. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}

/** Sessions of super admins at the console; a user who is no super admin has none. */
export type OperatorSessionStorage = CookieSessionStorage<OperatorSession>

/** Sessions of people at the website. */
export type PersonSessionStorage = CookieSessionStorage<PersonSession>

/** Tickets, as they are seen outside units of work. */
export interface SessionTicketStorage {
  /** Deletes tickets that expired before the moment, at most `most`. Right: how many. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}

/** Sessions by cookie of one kind inside a unit; one is ended by removing it, in an exclusive unit. */
export interface CookieSessionRepository<S extends CookieSession> extends ErasableRepository<SessionId, S> {
  /** The user's sessions that did not end by themselves, oldest first, held. */
  lockLive(userId: UserId, nowMs: EpochMs): Promise<readonly S[]>
  /** As `CookieSessionStorage.bearer`, as of now; held by the epoch. */
  bearer(verifier: Digest): Promise<CookieSessionFacts<S> | undefined>
}

/** Sessions of super admins inside a unit. */
export type OperatorSessionRepository = CookieSessionRepository<OperatorSession>

/** Sessions of people at the website inside a unit. */
export type PersonSessionRepository = CookieSessionRepository<PersonSession>

/** Tickets inside a unit: of any number at once who lock one and remove it, one finds it. */
export type SessionTicketRepository = ErasableRepository<Digest, SessionTicket>
