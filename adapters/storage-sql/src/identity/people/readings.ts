import type {
  EnrolmentDetails,
  InvitationDetails,
  MemberProfile,
  OwnInvitation,
  PeopleStorage,
} from '@postrider/core/identity/ports/people-storage'
import { E } from '@postrider/core/fp'
import { agentOf, readAgent } from './agent.js'
import { readAsOf, readBrieflyAsOf } from '../../guards/as-of.js'
import { sessionFactsOf, readBearer } from './bearer.js'
import { organizations } from '../../catalog/tables.js'
import { readInteger, readText, type Cells } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { passing, purge } from '../../engine/purge.js'
import { operatorOf, readOperator } from './operator.js'
import {
  enrolments,
  invitations,
  members,
  sessions,
  signUps,
  superAdmins,
  throttles,
  users,
} from './table.js'
import { expression, joined } from '../../rows/selection.js'

/**
 * The user with the address or else the next one: a row is read either way, so the time reveals nothing
 * (docs/promises#enumeration).
 */
const findUserFrom = statement(`
  SELECT ${users.select('u')} FROM users u {by users.by_email} WHERE u.email_key >= ? ORDER BY u.email_key LIMIT 1`)
const findThrottles = statement(
  `SELECT ${throttles.select('t')} FROM throttles t {by throttles.PRIMARY} WHERE t.throttle_key IN (?x*)`,
)
const listSessions = statement(`
  SELECT ${sessions.select('s')} FROM sessions s {by sessions.of_user}
  WHERE s.user_id = ?x AND s.over_at > ? AND s.ended_at IS NULL ORDER BY s.created_at DESC, s.id DESC LIMIT ?`)
const findSuperAdmin = statement(`SELECT ${superAdmins.select('a')} FROM super_admins a WHERE a.user_id = ?x`)
const membersShown = joined({ m: members, u: users.pick('email', 'displayName') })
const listMembers = statement(`
  SELECT ${membersShown.columns} FROM members m {by members.PRIMARY} {in this order} users u {by users.PRIMARY} ON u.id = m.user_id
  WHERE m.organization_id = ?x AND m.user_id > ?x ORDER BY m.user_id LIMIT ?`)
const listInvitations = statement(`
  SELECT ${invitations.select('i')} FROM invitations i {by invitations.of_organization}
  WHERE i.organization_id = ?x AND i.status = 'pending' ORDER BY i.id DESC LIMIT ?`)
const ownInvitationsShown = joined({
  i: invitations,
  organizationName: expression('o.display_name', readText),
  invitedByName: expression('u.display_name', readText),
})
const listOwnInvitations = statement(`
  SELECT ${ownInvitationsShown.columns} FROM invitations i {by invitations.of_address} {in this order} organizations o {by organizations.PRIMARY} ON o.id = i.organization_id
  {in this order} users u {by users.PRIMARY} ON u.id = i.invited_by
  WHERE i.email_key = ? AND i.status = 'pending' AND i.expires_at > ? ORDER BY i.id DESC LIMIT ?`)
const invitationsShown = joined({
  i: invitations,
  o: organizations,
  hasAccount: expression(
    'CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.email_key = i.email_key) THEN 1 ELSE 0 END',
    (from) => readInteger(from) === 1,
  ),
})
const findInvitation = statement(`
  SELECT ${invitationsShown.columns} FROM invitations i {by invitations.by_verifier} JOIN organizations o ON o.id = i.organization_id
  WHERE i.verifier = ?x`)
const enrolmentsShown = joined({ e: enrolments, u: users })
const findEnrolment = statement(`
  SELECT ${enrolmentsShown.columns} FROM enrolments e {by enrolments.by_verifier} JOIN users u ON u.id = e.user_id WHERE e.verifier = ?x`)
const findRecovery = statement(`
  SELECT r.expires_at FROM recoveries r {by recoveries.by_verifier} WHERE r.verifier = ?x AND r.expires_at > ?`)

const findSignUp = statement(`
  SELECT ${signUps.select('s')} FROM sign_ups s {by sign_ups.by_verifier} WHERE s.verifier = ?x`)

const memberOf = (row: Cells): MemberProfile => {
  const { m, u } = membersShown.of(row)
  return { ...m, ...u }
}

const invitationOf = (row: Cells): InvitationDetails => {
  const { i, o, hasAccount } = invitationsShown.of(row)
  return { invitation: i, organization: o, hasAccount }
}

const ownInvitationOf = (row: Cells): OwnInvitation => {
  const { i, organizationName, invitedByName } = ownInvitationsShown.of(row)
  return { invitation: i, organizationName, invitedByName }
}

const enrolmentOf = (row: Cells): EnrolmentDetails => {
  const { e, u } = enrolmentsShown.of(row)
  return { enrolment: e, user: u }
}

/** Expired sessions, links and other records of sign-ins. */
const PASSING = [
  passing('session_tokens', 'verifier', 'expires_at', 'by_end'),
  passing('sessions', 'id', 'over_at', 'by_end'),
  passing('recoveries', 'user_id', 'expires_at', 'by_end'),
  passing('sign_ups', 'email_key', 'expires_at', 'by_end', 'text'),
  passing('throttles', 'throttle_key', 'idle_at', 'by_end'),
]

export const peopleStorage = (engine: Engine): PeopleStorage => ({
  bearer: (verifier) => () => readBrieflyAsOf(engine, readBearer(verifier), sessionFactsOf),
  sessions: (userId, nowMs, limit) => () =>
    readAsOf(engine, [listSessions(idCell(userId), nowMs, limit)], ([rows = []]) => rows.map(sessions.of)),
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
  invitationsOf: (emailKey, nowMs, limit) => () =>
    readAsOf(engine, [listOwnInvitations(emailKey, nowMs, limit)], ([rows = []]) =>
      rows.map(ownInvitationOf).filter(({ invitation }) => invitation.emailKey === emailKey),
    ),
  invitationBy: (verifier) => async () => {
    const read = await engine.read([findInvitation(digestCell(verifier, 32))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(invitationOf)[0])(read)
  },
  enrolmentBy: (verifier) => async () => {
    const read = await engine.read([findEnrolment(digestCell(verifier, 32))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(enrolmentOf)[0])(read)
  },
  signUpBy: (verifier) => async () => {
    const read = await engine.read([findSignUp(digestCell(verifier, 32))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(signUps.of)[0])(read)
  },
  hasRecovery: (verifier, nowMs) => async () => {
    const read = await engine.read([findRecovery(digestCell(verifier, 32), nowMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.length > 0)(read)
  },
  purge: (beforeMs, most) => () => purge(engine, PASSING, beforeMs, most),
})
