import type { Id } from '@postrider/core/kernel/ids/id'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { MemberKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { agentOf, readAgent } from './agent.js'
import { sessionFactsOf, readBearer } from './bearer.js'
import { type Cells, readJson } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { BEFORE_ALL, idCell } from '../../cells/id-cell.js'
import { insertInto } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { operatorOf, readOperator } from './operator.js'
import { agentKeys } from './agent-keys-table.js'
import {
  enrolments,
  invitations,
  members,
  recoveries,
  secondFactors,
  sessions,
  sessionTokens,
  signUps,
  superAdmins,
  throttles,
  users,
} from './table.js'
import { countedIn } from '../../units/counted-in.js'
import { type OpenRepository, repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const userGateway = tableGateway(users, ['id'], byId, 'rights')
const superAdminGateway = tableGateway(superAdmins, ['user_id'], byId, 'rights')
const secondFactorGateway = tableGateway(secondFactors, ['user_id'], byId, 'sessions')
const memberGateway = tableGateway(
  members,
  ['organization_id', 'user_id'],
  ({ organizationId, userId }: MemberKey) => [idCell(organizationId), idCell(userId)],
  'rights',
)
const agentKeyGateway = tableGateway(agentKeys, ['id'], byId, 'rights')
const invitationGateway = tableGateway(invitations, ['id'], byId)
const sessionGateway = tableGateway(sessions, ['id'], byId, 'sessions')
const recoveryGateway = tableGateway(recoveries, ['user_id'], byId)
const signUpGateway = tableGateway(signUps, ['email_key'], (emailKey: string) => [emailKey])
const enrolmentGateway = tableGateway(enrolments, ['user_id'], byId)
const throttleGateway = tableGateway(throttles, ['throttle_key'], (key: Digest) => [digestCell(key, 32)])

const lockUser = statement(
  `SELECT ${users.select('u')} FROM users u {by users.by_email} WHERE u.email_key = ? {for update}`,
)
const rehash = statement('UPDATE users SET password_hash = ? WHERE id = ?x')
const findDevices = statement('SELECT u.known_devices FROM users u WHERE u.id = ?x')
const saveDevices = statement('UPDATE users SET known_devices = ? WHERE id = ?x')
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
/** Oldest first. Identifiers are time-ordered, and two sessions may have the same time. */
const lockLive = statement(`
  SELECT ${sessions.select('s')} FROM sessions s {by sessions.of_user}
  WHERE s.user_id = ?x AND s.over_at > ? AND s.ended_at IS NULL ORDER BY s.created_at, s.id {for update}`)
const countMembers = statement(
  'SELECT COUNT(*) FROM members m {by members.PRIMARY} WHERE m.organization_id = ?x',
)
const countOwned = statement(
  `SELECT COUNT(*) FROM members m {by members.of_user} WHERE m.user_id = ?x AND m.role = 'owner'`,
)
const countInvitations = statement(`
  SELECT COUNT(*) FROM invitations i {by invitations.of_organization}
  WHERE i.organization_id = ?x AND i.status = 'pending' AND i.expires_at > ?`)
const LIVE_KEY = 'k.revoked_at IS NULL AND k.spent_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)'
const countOrganizationKeys = statement(`
  SELECT COUNT(*) FROM agent_keys k {by agent_keys.of_organization} WHERE k.organization_id = ?x AND ${LIVE_KEY}`)
const countOwnKeys = statement(`
  SELECT COUNT(*) FROM agent_keys k {by agent_keys.of_sponsor}
  WHERE k.sponsor_id = ?x AND k.organization_id IS NULL AND ${LIVE_KEY}`)
const lockLiveOf = statement(`
  SELECT ${agentKeys.select('k')} FROM agent_keys k {by agent_keys.of_sponsor}
  WHERE k.sponsor_id = ?x AND k.organization_id = ?x AND ${LIVE_KEY} ORDER BY k.id {for update}`)
const lockRecovery = statement(`
  SELECT ${recoveries.select('r')} FROM recoveries r {by recoveries.by_verifier} WHERE r.verifier = ?x {for update}`)
const lockSignUp = statement(`
  SELECT ${signUps.select('s')} FROM sign_ups s {by sign_ups.by_verifier} WHERE s.verifier = ?x {for update}`)
const lockEnrolment = statement(`
  SELECT ${enrolments.select('e')} FROM enrolments e {by enrolments.by_verifier} WHERE e.verifier = ?x {for update}`)
const activeAdmins = statement(`
  SELECT ${superAdmins.select('a')} FROM super_admins a {by super_admins.PRIMARY}
  WHERE a.user_id > ?x AND (SELECT u.status FROM users u WHERE u.id = a.user_id) = 'active' ORDER BY a.user_id`)
const findAnyAdmin = statement(`
  SELECT 1 FROM super_admins a {by super_admins.PRIMARY} WHERE a.user_id > ?x ORDER BY a.user_id LIMIT 1`)
const lockThrottles = statement(`
  SELECT ${throttles.select('t')} FROM throttles t {by throttles.PRIMARY}
  WHERE t.throttle_key IN (?x*) ORDER BY t.throttle_key {for update}`)
const findToken = statement(`SELECT ${sessionTokens.select('t')} FROM session_tokens t WHERE t.verifier = ?x`)
const insertTokens = insertInto(sessionTokens.table)

const sessionRepository = (sequence: StatementSequence): UnitOfWork['sessions'] => {
  const repository = repositoryOf(sequence, sessionGateway)
  return {
    ...repository,
    lockLive: (userId, nowMs) => repository.search(lockLive(idCell(userId), nowMs)),
    token: async (verifier) => {
      const [rows = []] = await sequence.read([findToken(digestCell(verifier, 32))])
      return rows.map(sessionTokens.of)[0]
    },
    addTokens: (tokens) => {
      if (tokens.length > 0) sequence.write(insertTokens(sessionTokens.rows(tokens)))
    },
    bearer: async (verifier) => sessionFactsOf(await sequence.read(readBearer(verifier))),
  }
}

type PeopleRepositories = Pick<
  UnitOfWork,
  | 'users'
  | 'superAdmins'
  | 'secondFactors'
  | 'members'
  | 'invitations'
  | 'sessions'
  | 'agentKeys'
  | 'recoveries'
  | 'signUps'
  | 'enrolments'
  | 'throttles'
>

/** Records of links, which are found by the verifier of the link's token. */
const byVerifier = <K, R>(records: OpenRepository<K, R>, lock: typeof lockRecovery) => ({
  ...records,
  lockByVerifier: async (verifier: Digest): Promise<R | undefined> =>
    (await records.search(lock(digestCell(verifier, 32))))[0],
})

const superAdminRepository = (sequence: StatementSequence): UnitOfWork['superAdmins'] => ({
  ...repositoryOf(sequence, superAdminGateway),
  isNone: async () => ((await sequence.read([findAnyAdmin('')]))[0] ?? []).length === 0,
  holders: async (permission) => {
    const [rows = []] = await sequence.read([activeAdmins(BEFORE_ALL)])
    const active = rows.map(superAdmins.of)
    return active.filter((one) => one.permissions.includes(permission)).map(({ userId }) => userId)
  },
  operator: async (userId) => operatorOf(await sequence.read(readOperator(userId))),
  saveFactor: ({ userId, lastTotpStep, recoveryVerifiers }) =>
    sequence.write(saveFactor(lastTotpStep, JSON.stringify(recoveryVerifiers), idCell(userId))),
})

/** People who sign in. */
const userRepository = (sequence: StatementSequence): PeopleRepositories['users'] => {
  const own = repositoryOf(sequence, userGateway)
  return {
    ...own,
    lockByEmail: async (emailKey) =>
      (await own.search(lockUser(emailKey))).find((user) => user.emailKey === emailKey),
    rehash: ({ userId, passwordHash }) => sequence.write(rehash(passwordHash ?? null, idCell(userId))),
    devices: async (userId) => {
      const [[row] = []] = await sequence.read([findDevices(idCell(userId))])
      const [devices = null] = row ?? []
      return devices === null ? [] : (readJson(devices) as readonly Digest[])
    },
    saveDevices: (userId, devices) =>
      sequence.writeApart(saveDevices(JSON.stringify(devices), idCell(userId))),
  }
}

/** People, their memberships and their means of sign-in. */
export const peopleRepositories = (sequence: StatementSequence): PeopleRepositories => {
  const own = {
    members: repositoryOf(sequence, memberGateway),
    invitations: repositoryOf(sequence, invitationGateway),
    agentKeys: repositoryOf(sequence, agentKeyGateway),
    recoveries: repositoryOf(sequence, recoveryGateway),
    signUps: repositoryOf(sequence, signUpGateway),
    enrolments: repositoryOf(sequence, enrolmentGateway),
    throttles: repositoryOf(sequence, throttleGateway),
  }
  return {
    users: userRepository(sequence),
    superAdmins: superAdminRepository(sequence),
    secondFactors: repositoryOf(sequence, secondFactorGateway),
    members: {
      ...own.members,
      lockOwners: (organizationId) => own.members.search(lockOwners(idCell(organizationId))),
      countOf: (organizationId) => countedIn(sequence, countMembers(idCell(organizationId))),
      countOwned: (userId) => countedIn(sequence, countOwned(idCell(userId))),
    },
    invitations: {
      ...own.invitations,
      lockByVerifier: async (verifier) =>
        (await own.invitations.search(lockInvited(digestCell(verifier, 32))))[0],
      lockPending: async (organizationId, emailKey) => {
        const found = await own.invitations.search(lockPending(idCell(organizationId), emailKey))
        return found.filter((invitation) => invitation.emailKey === emailKey)
      },
      countOpen: (organizationId, nowMs) =>
        countedIn(sequence, countInvitations(idCell(organizationId), nowMs)),
    },
    sessions: sessionRepository(sequence),
    agentKeys: {
      ...own.agentKeys,
      lockLiveOf: (organizationId, sponsorId, nowMs) =>
        own.agentKeys.search(lockLiveOf(idCell(sponsorId), idCell(organizationId), nowMs)),
      bearer: async (selector) => agentOf(await sequence.read(readAgent(selector))),
      countLive: ({ organizationId, sponsorId }, nowMs) =>
        countedIn(
          sequence,
          organizationId === undefined
            ? countOwnKeys(idCell(sponsorId), nowMs)
            : countOrganizationKeys(idCell(organizationId), nowMs),
        ),
    },
    recoveries: byVerifier(own.recoveries, lockRecovery),
    signUps: byVerifier(own.signUps, lockSignUp),
    enrolments: byVerifier(own.enrolments, lockEnrolment),
    throttles: {
      ...own.throttles,
      lockAll: (keys) => own.throttles.search(lockThrottles(keys.map((key) => digestCell(key, 32)))),
    },
  }
}
