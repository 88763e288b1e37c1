import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { SessionId, UserId } from '@postrider/core/kernel/ids/id'
import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type {
  OperatorSessionFacts,
  PersonSessionFacts,
} from '@postrider/core/identity/ports/cookie-session-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { digestCell } from '../../cells/digest-cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { firstOf } from '../../engine/queries.js'
import { passing, purge } from '../../engine/purge.js'
import { statement } from '../../engine/template.js'
import { readAsOf, readBrieflyAsOf } from '../../guards/as-of.js'
import type { RecordTable } from '../../rows/record-table.js'
import { joined } from '../../rows/selection.js'
import { repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'
import { operatorSessions, personSessions, sessionTickets } from './cookie-sessions-table.js'
import { memberships, readMembership } from './memberships.js'
import { superAdmins, users } from './table.js'

const operators = joined({ s: operatorSessions, u: users, a: superAdmins })
const findOperator = statement(`
  SELECT ${operators.columns} FROM operator_sessions s {by operator_sessions.by_verifier}
  JOIN users u ON u.id = s.user_id JOIN super_admins a ON a.user_id = s.user_id WHERE s.verifier = ?x`)

const operatorFactsOf = ([found = []]: readonly Rows[]): OperatorSessionFacts | undefined => {
  const owner = firstOf(operators.of)(found)
  return owner === undefined
    ? undefined
    : { session: owner.s, user: owner.u, admin: owner.a, memberships: [] }
}

const people = joined({ s: personSessions, u: users })
const findPerson = statement(`
  SELECT ${people.columns} FROM person_sessions s {by person_sessions.by_verifier}
  JOIN users u ON u.id = s.user_id WHERE s.verifier = ?x`)
const findPlaces = statement(`
  SELECT ${memberships.columns} FROM person_sessions s {by person_sessions.by_verifier}
  JOIN members m {by members.of_user} ON m.user_id = s.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE s.verifier = ?x ORDER BY o.id`)

const personFactsOf = ([found = [], places = []]: readonly Rows[]): PersonSessionFacts | undefined => {
  const owner = firstOf(people.of)(found)
  return owner === undefined
    ? undefined
    : { session: owner.s, user: owner.u, admin: undefined, memberships: places.map(readMembership) }
}

/** How a session's owner is read, and the result. */
interface BearerReading<F> {
  readonly ask: (verifier: Digest) => readonly Statement[]
  readonly factsOf: (read: readonly Rows[]) => F | undefined
}

/** Sessions of one kind, which have a table of their own. */
const kindOfSession = <S extends CookieSession, F>(
  table: RecordTable<S>,
  { ask, factsOf }: BearerReading<F>,
) => {
  const { name } = table.table
  const live = `SELECT ${table.select('s')} FROM ${name} s {by ${name}.of_user} WHERE s.user_id = ?x AND s.over_at > ?`
  const list = statement(`${live} ORDER BY s.created_at DESC, s.id DESC LIMIT ?`)
  // Oldest first. Identifiers are time-ordered, and two sessions may have the same time.
  const lockLive = statement(`${live} ORDER BY s.created_at, s.id {for update}`)
  const gateway = tableGateway(table, ['id'], (id: SessionId) => [idCell(id)], 'sessions')
  const over = [passing(name, 'id', 'over_at', 'by_end')]
  return {
    storage: (engine: Engine) => ({
      bearer: (verifier: Digest) => () => readBrieflyAsOf(engine, ask(verifier), factsOf),
      list: (userId: UserId, nowMs: EpochMs, limit: number) => () =>
        readAsOf(engine, [list(idCell(userId), nowMs, limit)], ([rows = []]) => rows.map(table.of)),
      purge: (beforeMs: EpochMs, most: number) => () => purge(engine, over, beforeMs, most),
    }),
    repository: (sequence: StatementSequence) => {
      const repository = repositoryOf(sequence, gateway)
      return {
        ...repository,
        lockLive: (userId: UserId, nowMs: EpochMs) => repository.search(lockLive(idCell(userId), nowMs)),
        bearer: async (verifier: Digest) => factsOf(await sequence.read(ask(verifier))),
      }
    },
  }
}

const ofOperators = kindOfSession(operatorSessions, {
  ask: (verifier) => [findOperator(digestCell(verifier, 32))],
  factsOf: operatorFactsOf,
})
const ofPeople = kindOfSession(personSessions, {
  ask: (verifier) => [findPerson(digestCell(verifier, 32)), findPlaces(digestCell(verifier, 32))],
  factsOf: personFactsOf,
})

const ticketGateway = tableGateway(sessionTickets, ['verifier'], (verifier: Digest) => [
  digestCell(verifier, 32),
])
const LATE_TICKETS = [passing('session_tickets', 'verifier', 'expires_at', 'by_end')]

/** Cookie sessions and their tickets, outside units. */
export const cookieSessionStorage = (
  engine: Engine,
): Pick<Storage, 'operatorSessions' | 'personSessions' | 'sessionTickets'> => ({
  operatorSessions: ofOperators.storage(engine),
  personSessions: ofPeople.storage(engine),
  sessionTickets: { purge: (beforeMs, most) => () => purge(engine, LATE_TICKETS, beforeMs, most) },
})

/** Cookie sessions and their tickets inside a unit. */
export const cookieSessionRepositories = (
  sequence: StatementSequence,
): Pick<UnitOfWork, 'operatorSessions' | 'personSessions' | 'sessionTickets'> => ({
  operatorSessions: ofOperators.repository(sequence),
  personSessions: ofPeople.repository(sequence),
  sessionTickets: repositoryOf(sequence, ticketGateway),
})
