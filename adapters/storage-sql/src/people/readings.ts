import type {
  EnrolmentShown,
  InvitationShown,
  MemberShown,
  PeopleStorage,
} from '@postrider/core/ports/storage/people-storage'
import { E } from '@postrider/core/fp'
import { agentOf, readAgent } from './agent.js'
import { readAsOf, readBrieflyAsOf } from '../epoch/as-of.js'
import { bearerOf, readBearer } from './bearer.js'
import { organizations } from '../catalog/tables.js'
import { integer, text, type Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { passing, purge } from '../engine/purge.js'
import { operatorOf, readOperator } from './operator.js'
import { enrolments, invitations, members, superAdmins, throttles, users } from './table.js'

/**
 * The user with the address or else the one after: a row is read either way, and time tells nothing
 * (docs/promises#enumeration).
 */
const findUserFrom = statement(`
  SELECT ${users.select('u')} FROM users u {by users.by_email} WHERE u.email_key >= ? ORDER BY u.email_key LIMIT 1`)
const findThrottles = statement(
  `SELECT ${throttles.select('t')} FROM throttles t {by throttles.PRIMARY} WHERE t.throttle_key IN (?x*)`,
)
const findSuperAdmin = statement(`SELECT ${superAdmins.select('a')} FROM super_admins a WHERE a.user_id = ?x`)
const listMembers = statement(`
  SELECT ${members.select('m')}, u.email, u.display_name
  FROM members m {by members.PRIMARY} {in this order} users u {by users.PRIMARY} ON u.id = m.user_id
  WHERE m.organization_id = ?x AND m.user_id > ?x ORDER BY m.user_id LIMIT ?`)
const listInvitations = statement(`
  SELECT ${invitations.select('i')} FROM invitations i {by invitations.of_organization}
  WHERE i.organization_id = ?x AND i.status = 'pending' ORDER BY i.id DESC LIMIT ?`)
const findInvitation = statement(`
  SELECT ${invitations.select('i')}, ${organizations.select('o')},
    CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.email_key = i.email_key) THEN 1 ELSE 0 END
  FROM invitations i {by invitations.by_verifier} JOIN organizations o ON o.id = i.organization_id
  WHERE i.verifier = ?x`)
const findEnrolment = statement(`
  SELECT ${enrolments.select('e')}, ${users.select('u')}
  FROM enrolments e {by enrolments.by_verifier} JOIN users u ON u.id = e.user_id WHERE e.verifier = ?x`)
const findRecovery = statement(`
  SELECT r.expires_at FROM recoveries r {by recoveries.by_verifier} WHERE r.verifier = ?x AND r.expires_at > ?`)

const memberOf = (row: Cells): MemberShown => {
  const width = members.table.columns.length
  return { ...members.of(row), email: text(row[width]), displayName: text(row[width + 1]) }
}

const invitationOf = (row: Cells): InvitationShown => {
  const organizationAt = invitations.table.columns.length
  const accountAt = organizationAt + organizations.table.columns.length
  return {
    invitation: invitations.of(row),
    organization: organizations.of(row.slice(organizationAt)),
    hasAccount: integer(row[accountAt]) === 1,
  }
}

const enrolmentOf = (row: Cells): EnrolmentShown => ({
  enrolment: enrolments.of(row),
  user: users.of(row.slice(enrolments.table.columns.length)),
})

/** What let somebody in, or kept him out, and does so no more. */
const PASSING = [
  passing('session_tokens', 'verifier', 'expires_at', 'by_end'),
  passing('sessions', 'id', 'over_at', 'by_end'),
  passing('recoveries', 'user_id', 'expires_at', 'by_end'),
  passing('throttles', 'throttle_key', 'idle_at', 'by_end'),
]

export const peopleStorage = (engine: Engine): PeopleStorage => ({
  bearer: (verifier) => () => readBrieflyAsOf(engine, readBearer(verifier), bearerOf),
  agent: (selector) => () => readBrieflyAsOf(engine, readAgent(selector), agentOf),
  operator: (userId) => () => readBrieflyAsOf(engine, readOperator(userId), operatorOf),
  claimant: (emailKey, throttleKeys) => async () => {
    const keys = throttleKeys.map((key) => digestCell(key, 32))
    const read = await engine.read([findUserFrom(emailKey), findThrottles(keys)], 'each')
    return E.map(([found = [], counted = []]: readonly Rows[]) => ({
      user: found.map(users.of).find((user) => user.emailKey === emailKey),
      throttles: counted.map(throttles.of),
    }))(read)
  },
  superAdmin: (userId) => async () => {
    const read = await engine.read([findSuperAdmin(idCell(userId))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(superAdmins.of)[0])(read)
  },
  members: (organizationId, after, limit) => () =>
    readAsOf(
      engine,
      [listMembers(idCell(organizationId), after === undefined ? '' : idCell(after), limit)],
      ([rows = []]) => rows.map(memberOf),
    ),
  invitations: (organizationId, limit) => () =>
    readAsOf(engine, [listInvitations(idCell(organizationId), limit)], ([rows = []]) =>
      rows.map(invitations.of),
    ),
  invitationBy: (verifier) => async () => {
    const read = await engine.read([findInvitation(digestCell(verifier, 32))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(invitationOf)[0])(read)
  },
  enrolmentBy: (verifier) => async () => {
    const read = await engine.read([findEnrolment(digestCell(verifier, 32))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(enrolmentOf)[0])(read)
  },
  hasRecovery: (verifier, nowMs) => async () => {
    const read = await engine.read([findRecovery(digestCell(verifier, 32), nowMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.length > 0)(read)
  },
  purge: (beforeMs, most) => () => purge(engine, PASSING, beforeMs, most),
})
