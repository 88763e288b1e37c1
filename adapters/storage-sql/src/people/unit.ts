import type { Id } from '@postrider/core/domain/ids/id'
import type { Digest } from '@postrider/core/domain/digests/digest'
import type { MemberKey, UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { agentOf, readAgent } from './agent.js'
import { bearerOf, readBearer } from './bearer.js'
import type { Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import { insertInto } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { operatorOf, readOperator } from './operator.js'
import { agentKeys } from './agent-keys-table.js'
import {
  enrolments,
  invitations,
  members,
  recoveries,
  sessions,
  sessionTokens,
  superAdmins,
  throttles,
  users,
} from './table.js'
import { bookOf } from '../units/repository.js'
import type { Script } from '../units/statement-sequence.js'
import { shelf } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const userShelf = shelf(users, ['id'], byId, 'believed')
const superAdminShelf = shelf(superAdmins, ['user_id'], byId, 'believed')
const memberShelf = shelf(
  members,
  ['organization_id', 'user_id'],
  ({ organizationId, userId }: MemberKey) => [idCell(organizationId), idCell(userId)],
  'believed',
)
const agentKeyShelf = shelf(agentKeys, ['id'], byId, 'believed')
const invitationShelf = shelf(invitations, ['id'], byId)
const sessionShelf = shelf(sessions, ['id'], byId)
const recoveryShelf = shelf(recoveries, ['user_id'], byId)
const enrolmentShelf = shelf(enrolments, ['user_id'], byId)
const throttleShelf = shelf(throttles, ['throttle_key'], (key: Digest) => [digestCell(key, 32)])

const lockUser = statement(
  `SELECT ${users.select('u')} FROM users u {by users.by_email} WHERE u.email_key = ? {for update}`,
)
const rehash = statement('UPDATE users SET password_hash = ? WHERE id = ?x')
const saveFactor = statement(
  'UPDATE super_admins SET last_totp_step = ?, recovery_verifiers = ? WHERE user_id = ?x',
)
const lockOwners = statement(`
  SELECT ${members.select('m')} FROM members m {by members.PRIMARY}
  WHERE m.organization_id = ?x AND m.role = 'owner' ORDER BY m.user_id {for update}`)
const lockInvited = statement(`
  SELECT ${invitations.select('i')} FROM invitations i {by invitations.by_verifier}
  WHERE i.verifier = ?x {for update}`)
const lockPending = statement(`
  SELECT ${invitations.select('i')} FROM invitations i {by invitations.of_organization}
  WHERE i.organization_id = ?x AND i.status = 'pending' AND i.email_key = ? ORDER BY i.id {for update}`)
/** Oldest first: identifiers are time-ordered, and the moments of two may be the same. */
const lockLive = statement(`
  SELECT ${sessions.select('s')} FROM sessions s {by sessions.of_user}
  WHERE s.user_id = ?x AND s.over_at > ? AND s.ended_at IS NULL ORDER BY s.created_at, s.id {for update}`)
const lockRecovery = statement(`
  SELECT ${recoveries.select('r')} FROM recoveries r {by recoveries.by_verifier} WHERE r.verifier = ?x {for update}`)
const lockEnrolment = statement(`
  SELECT ${enrolments.select('e')} FROM enrolments e {by enrolments.by_verifier} WHERE e.verifier = ?x {for update}`)
const findAnyAdmin = statement(`
  SELECT 1 FROM super_admins a {by super_admins.PRIMARY} WHERE a.user_id > ?x ORDER BY a.user_id LIMIT 1`)
const lockThrottles = statement(`
  SELECT ${throttles.select('t')} FROM throttles t {by throttles.PRIMARY}
  WHERE t.throttle_key IN (?x*) ORDER BY t.throttle_key {for update}`)
const findToken = statement(`SELECT ${sessionTokens.select('t')} FROM session_tokens t WHERE t.verifier = ?x`)
const insertTokens = insertInto(sessionTokens.table)

const sessionBook = (script: Script): UnitOfWork['sessions'] => {
  const book = bookOf(script, sessionShelf)
  return {
    ...book,
    lockLive: (userId, nowMs) => book.search(lockLive(idCell(userId), nowMs)),
    token: async (verifier) => {
      const [rows = []] = await script.read([findToken(digestCell(verifier, 32))])
      return rows.map(sessionTokens.of)[0]
    },
    addTokens: (tokens) => {
      if (tokens.length > 0) script.write(insertTokens(tokens.flatMap(sessionTokens.cells)))
    },
    bearer: async (verifier) => bearerOf(await script.read(readBearer(verifier))),
  }
}

type PeopleBooks = Pick<
  UnitOfWork,
  | 'users'
  | 'superAdmins'
  | 'members'
  | 'invitations'
  | 'sessions'
  | 'agentKeys'
  | 'recoveries'
  | 'enrolments'
  | 'throttles'
>

/** People, their places and what lets them in. */
export const peopleBooks = (script: Script): PeopleBooks => {
  const own = {
    users: bookOf(script, userShelf),
    members: bookOf(script, memberShelf),
    invitations: bookOf(script, invitationShelf),
    recoveries: bookOf(script, recoveryShelf),
    enrolments: bookOf(script, enrolmentShelf),
    throttles: bookOf(script, throttleShelf),
  }
  return {
    users: {
      ...own.users,
      lockByEmail: async (emailKey) =>
        (await own.users.search(lockUser(emailKey))).find((user) => user.emailKey === emailKey),
      rehash: ({ userId, passwordHash }) => script.write(rehash(passwordHash ?? null, idCell(userId))),
    },
    superAdmins: {
      ...bookOf(script, superAdminShelf),
      isNone: async () => ((await script.read([findAnyAdmin('')]))[0] ?? []).length === 0,
      operator: async (userId) => operatorOf(await script.read(readOperator(userId))),
      saveFactor: ({ userId, lastTotpStep, recoveryVerifiers }) =>
        script.write(saveFactor(lastTotpStep, JSON.stringify(recoveryVerifiers), idCell(userId))),
    },
    members: {
      ...own.members,
      lockOwners: (organizationId) => own.members.search(lockOwners(idCell(organizationId))),
    },
    invitations: {
      ...own.invitations,
      lockByVerifier: async (verifier) =>
        (await own.invitations.search(lockInvited(digestCell(verifier, 32))))[0],
      lockPending: async (organizationId, emailKey) => {
        const found = await own.invitations.search(lockPending(idCell(organizationId), emailKey))
        return found.filter((invitation) => invitation.emailKey === emailKey)
      },
    },
    sessions: sessionBook(script),
    agentKeys: {
      ...bookOf(script, agentKeyShelf),
      bearer: async (selector) => agentOf(await script.read(readAgent(selector))),
    },
    recoveries: {
      ...own.recoveries,
      lockByVerifier: async (verifier) =>
        (await own.recoveries.search(lockRecovery(digestCell(verifier, 32))))[0],
    },
    enrolments: {
      ...own.enrolments,
      lockByVerifier: async (verifier) =>
        (await own.enrolments.search(lockEnrolment(digestCell(verifier, 32))))[0],
    },
    throttles: {
      ...own.throttles,
      lockAll: (keys) => own.throttles.search(lockThrottles(keys.map((key) => digestCell(key, 32)))),
    },
  }
}
