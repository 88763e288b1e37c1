import type { Digest } from '@postrider/core/domain/digests/digest'
import { cookieSessionEndMs, isCookieSessionOver } from '@postrider/core/domain/people/cookie-session'
import type { OperatorSession } from '@postrider/core/domain/people/operator-session'
import type {
  OperatorSessionFacts,
  OperatorSessionStorage,
} from '@postrider/core/ports/storage/operator-session-storage'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import type { Calls } from './calls.js'
import { purgeOf } from './purge-of.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const same = (key: string): string => key

const sessions = inMap(
  ({ people }) => people.operatorSessions,
  (one) => one.sessionId,
)
const tickets = inMap(
  ({ people }) => people.sessionTickets,
  (one) => one.verifier,
)

const bearerIn = ({ people }: MemoryTables, verifier: Digest): OperatorSessionFacts | undefined => {
  const session = [...people.operatorSessions.values()].find((one) => one.verifier === verifier)
  const user = people.users.get(session?.userId ?? '')
  const admin = people.superAdmins.get(session?.userId ?? '')
  if (session === undefined || user === undefined || admin === undefined) return undefined
  return { session, user, admin, memberships: [] }
}

/** Oldest first. */
const liveOf = ({ people }: MemoryTables, userId: string, nowMs: number): readonly OperatorSession[] =>
  [...people.operatorSessions.values()]
    .filter((one) => one.userId === userId && !isCookieSessionOver(one, nowMs))
    .sort((one, other) => one.createdAtMs - other.createdAtMs || (one.sessionId < other.sessionId ? -1 : 1))

/** Sessions of super admins inside a unit. */
export const operatorSessionsInMemory = (
  copy: WorkingCopy,
): Pick<UnitOfWork, 'operatorSessions' | 'sessionTickets'> => ({
  operatorSessions: {
    ...memoryRepository(copy, sessions, same),
    lockLive: async (userId, nowMs) => liveOf(copy.tables, userId, nowMs),
    bearer: async (verifier) => bearerIn(copy.tables, verifier),
  },
  sessionTickets: memoryRepository(copy, tickets, same),
})

/** Sessions of super admins in memory. */
export const memoryOperatorSessions = (tables: MemoryTables, calls: Calls): OperatorSessionStorage => {
  const { people } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    bearer: (verifier) => calls.reading('operatorSession', () => asOf(bearerIn(tables, verifier))),
    list: (userId, nowMs, limit) =>
      calls.reading('operatorSessions', () =>
        asOf([...liveOf(tables, userId, nowMs)].reverse().slice(0, limit)),
      ),
    purge: (beforeMs, most) =>
      calls.reading(
        'purgeOperatorSessions',
        () =>
          purgeOf(people.operatorSessions, cookieSessionEndMs, beforeMs, most) +
          purgeOf(people.sessionTickets, ({ expiresAtMs }) => expiresAtMs, beforeMs, most),
      ),
  }
}
