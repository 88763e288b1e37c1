import type { Digest } from '@postrider/core/domain/digests/digest'
import type { SessionId } from '@postrider/core/domain/ids/id'
import type {
  OperatorSessionFacts,
  OperatorSessionStorage,
} from '@postrider/core/ports/storage/operator-session-storage'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { firstOf } from '../engine/queries.js'
import { passing, purge } from '../engine/purge.js'
import { statement } from '../engine/template.js'
import { readAsOf, readBrieflyAsOf } from '../epoch/as-of.js'
import { joined } from '../rows/selection.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'
import { operatorSessions, sessionTickets } from './operator-sessions-table.js'
import { superAdmins, users } from './table.js'

const owners = joined({ s: operatorSessions, u: users, a: superAdmins })
const findOwner = statement(`
  SELECT ${owners.columns} FROM operator_sessions s {by operator_sessions.by_verifier}
  JOIN users u ON u.id = s.user_id JOIN super_admins a ON a.user_id = s.user_id WHERE s.verifier = ?x`)
const list = statement(`
  SELECT ${operatorSessions.select('s')} FROM operator_sessions s {by operator_sessions.of_user}
  WHERE s.user_id = ?x AND s.over_at > ? ORDER BY s.created_at DESC, s.id DESC LIMIT ?`)
/** Oldest first: identifiers are time-ordered, and the moments of two may be the same. */
const lockLive = statement(`
  SELECT ${operatorSessions.select('s')} FROM operator_sessions s {by operator_sessions.of_user}
  WHERE s.user_id = ?x AND s.over_at > ? ORDER BY s.created_at, s.id {for update}`)

const sessionGateway = tableGateway(operatorSessions, ['id'], (id: SessionId) => [idCell(id)])
const ticketGateway = tableGateway(sessionTickets, ['verifier'], (verifier: Digest) => [
  digestCell(verifier, 32),
])

const readBearer = (verifier: Digest): readonly Statement[] => [findOwner(digestCell(verifier, 32))]

const factsOf = ([found = []]: readonly Rows[]): OperatorSessionFacts | undefined => {
  const owner = firstOf(owners.of)(found)
  if (owner === undefined) return undefined
  const { s, u, a } = owner
  return { session: s, user: u, admin: a, memberships: [] }
}

/** What let somebody in, and does so no more. */
const PASSING = [
  passing('operator_sessions', 'id', 'over_at', 'by_end'),
  passing('session_tickets', 'verifier', 'expires_at', 'by_end'),
]

export const operatorSessionStorage = (engine: Engine): OperatorSessionStorage => ({
  bearer: (verifier) => () => readBrieflyAsOf(engine, readBearer(verifier), factsOf),
  list: (userId, nowMs, limit) => () =>
    readAsOf(engine, [list(idCell(userId), nowMs, limit)], ([rows = []]) => rows.map(operatorSessions.of)),
  purge: (beforeMs, most) => () => purge(engine, PASSING, beforeMs, most),
})

/** Sessions of super admins, and the tickets of sessions, inside a unit. */
export const operatorSessionRepositories = (
  sequence: StatementSequence,
): Pick<UnitOfWork, 'operatorSessions' | 'sessionTickets'> => {
  const repository = repositoryOf(sequence, sessionGateway)
  return {
    operatorSessions: {
      ...repository,
      lockLive: (userId, nowMs) => repository.search(lockLive(idCell(userId), nowMs)),
      bearer: async (verifier) => factsOf(await sequence.read(readBearer(verifier))),
    },
    sessionTickets: repositoryOf(sequence, ticketGateway),
  }
}
