import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import {
  type OperatorSession,
  operatorSessionEndMs,
} from '@postrider/core/identity/domain/people/operator-session'
import { type PersonSession, personSessionEndMs } from '@postrider/core/identity/domain/people/person-session'
import type { User } from '@postrider/core/identity/domain/people/user'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { CallerFacts } from '@postrider/core/identity/ports/people-storage'
import type { Calls } from './calls.js'
import { membersOf } from './people.js'
import { purgeOf } from './purge-of.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'
import type { UsedPart } from './used-part.js'

const same = (key: string): string => key

/** What differs between the kinds of session. */
interface KindOfSession<S extends CookieSession> {
  readonly sessionsIn: (tables: MemoryTables) => Map<string, S>
  readonly endMs: (session: S) => number
  /** What its user is; undefined for somebody who has no such session. */
  readonly factsOf: (tables: MemoryTables, user: User) => CallerFacts | undefined
}

const OPERATORS: KindOfSession<OperatorSession> = {
  sessionsIn: ({ people }) => people.operatorSessions,
  endMs: operatorSessionEndMs,
  factsOf: ({ people }, user) => {
    const admin = people.superAdmins.get(user.userId)
    return admin === undefined ? undefined : { user, admin, memberships: [] }
  },
}

const PEOPLE: KindOfSession<PersonSession> = {
  sessionsIn: ({ people }) => people.personSessions,
  endMs: personSessionEndMs,
  factsOf: (tables, user) => ({ user, admin: undefined, memberships: membersOf(tables, user.userId) }),
}

const tickets = inMap(
  ({ people }) => people.sessionTickets,
  (one) => one.verifier,
)

const bearerIn = <S extends CookieSession>(
  { sessionsIn, factsOf }: KindOfSession<S>,
  tables: MemoryTables,
  verifier: Digest,
) => {
  const session = [...sessionsIn(tables).values()].find((one) => one.verifier === verifier)
  const user = tables.people.users.get(session?.userId ?? '')
  const facts = user === undefined ? undefined : factsOf(tables, user)
  return session === undefined || facts === undefined ? undefined : { ...facts, session }
}

/** Oldest first. */
const liveOf = <S extends CookieSession>(
  { sessionsIn, endMs }: KindOfSession<S>,
  tables: MemoryTables,
  userId: string,
  nowMs: number,
): readonly S[] =>
  [...sessionsIn(tables).values()]
    .filter((one) => one.userId === userId && nowMs < endMs(one))
    .sort((one, other) => one.createdAtMs - other.createdAtMs || (one.sessionId < other.sessionId ? -1 : 1))

const inUnit = <S extends CookieSession>(kind: KindOfSession<S>, copy: WorkingCopy) => ({
  ...memoryRepository(
    copy,
    inMap(kind.sessionsIn, (one) => one.sessionId),
    same,
  ),
  lockLive: async (userId: string, nowMs: number) => liveOf(kind, copy.tables, userId, nowMs),
  bearer: async (verifier: Digest) => bearerIn(kind, copy.tables, verifier),
})

/** Sessions by cookie, and their tickets, inside a unit. */
export const cookieSessionsInMemory = (
  copy: WorkingCopy,
): Pick<UnitOfWork, 'operatorSessions' | 'personSessions' | 'sessionTickets'> => ({
  operatorSessions: inUnit(OPERATORS, copy),
  personSessions: inUnit(PEOPLE, copy),
  sessionTickets: memoryRepository(copy, tickets, same),
})

const ofKind = <S extends CookieSession>(kind: KindOfSession<S>, tables: MemoryTables, calls: Calls) => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    bearer: (verifier: Digest) =>
      calls.reading('cookieSession', () => asOf(bearerIn(kind, tables, verifier))),
    purge: (beforeMs: number, most: number) =>
      calls.reading('purgeCookieSessions', () =>
        purgeOf(kind.sessionsIn(tables), kind.endMs, beforeMs, most),
      ),
  }
}

/** Sessions by cookie, and their tickets, in memory. */
export const memoryCookieSessions = (
  tables: MemoryTables,
  calls: Calls,
): UsedPart<Pick<Storage, 'operatorSessions' | 'personSessions' | 'sessionTickets'>> => ({
  operatorSessions: ofKind(OPERATORS, tables, calls),
  personSessions: ofKind(PEOPLE, tables, calls),
  sessionTickets: {
    purge: (beforeMs, most) =>
      calls.reading('purgeTickets', () =>
        purgeOf(tables.people.sessionTickets, ({ expiresAtMs }) => expiresAtMs, beforeMs, most),
      ),
  },
})
