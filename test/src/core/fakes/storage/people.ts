import { isLiveKey } from '@postrider/core/identity/domain/agents/agent-key'
import { type Invitation, isOpenInvitation, type Member } from '@postrider/core/identity/domain/people/member'
import { goesOn, type Session } from '@postrider/core/identity/domain/people/session'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type {
  AgentFacts,
  CallerFacts,
  OwnInvitation,
  PeopleStorage,
  SessionFacts,
} from '@postrider/core/identity/ports/people-storage'
import type { MemberKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { purgeOf } from './purge-of.js'
import { inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'

const same = (key: string): string => key
const memberKey = ({ organizationId, userId }: MemberKey): string => `${organizationId}/${userId}`

const users = inMap(
  ({ people }) => people.users,
  (one) => one.userId,
  'cached',
)
const superAdmins = inMap(
  ({ people }) => people.superAdmins,
  (one) => one.userId,
  'cached',
)
const secondFactors = inMap(
  ({ people }) => people.secondFactors,
  (one) => one.userId,
)
const members = inMap(({ people }) => people.members, memberKey, 'cached')
const invitations = inMap(
  ({ people }) => people.invitations,
  (one) => one.invitationId,
)
const sessions = inMap(
  ({ people }) => people.sessions,
  (one) => one.sessionId,
)
const recoveries = inMap(
  ({ people }) => people.recoveries,
  (one) => one.userId,
)
const signUps = inMap(
  ({ people }) => people.signUps,
  (one) => one.emailKey,
)
const enrolments = inMap(
  ({ people }) => people.enrolments,
  (one) => one.userId,
)
const throttles = inMap(
  ({ people }) => people.throttles,
  (one) => one.key,
)

const agentKeys = inMap(
  ({ people }) => people.agentKeys,
  (one) => one.agentKeyId,
  'cached',
)

const inOrder = <R>(records: Iterable<R>, keyOf: (record: R) => string): R[] =>
  [...records].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** Where the user is a member, in the order of the Organizations' ids. */
export const membersOf = ({ people, catalog }: MemoryTables, userId: string): SessionFacts['memberships'] =>
  inOrder(people.members.values(), (one) => one.organizationId).flatMap((member) => {
    const organization = catalog.organizations.find((one) => one.organizationId === member.organizationId)
    return member.userId === userId && organization !== undefined ? [{ member, organization }] : []
  })

const bearerIn = (tables: MemoryTables, verifier: Digest): SessionFacts | undefined => {
  const { tokens, sessions: all, users: known } = tables.people
  const token = tokens.get(verifier)
  const session = all.get(token?.sessionId ?? '')
  const user = known.get(session?.userId ?? '')
  if (token === undefined || session === undefined || user === undefined) return undefined
  return { token, session, user, memberships: membersOf(tables, user.userId), admin: undefined }
}

const agentIn = (tables: MemoryTables, selector: string): AgentFacts | undefined => {
  const key = [...tables.people.agentKeys.values()].find((one) => one.selector === selector)
  const user = tables.people.users.get(key?.sponsorId ?? '')
  if (key === undefined || user === undefined) return undefined
  const memberships = membersOf(tables, user.userId).filter(
    ({ organization }) => organization.organizationId === key.organizationId,
  )
  const admin = key.kind === 'admin' ? tables.people.superAdmins.get(user.userId) : undefined
  return { key, user, memberships, admin }
}

const operatorIn = ({ people }: MemoryTables, userId: string): CallerFacts | undefined => {
  const [user, admin] = [people.users.get(userId), people.superAdmins.get(userId)]
  return user === undefined || admin === undefined ? undefined : { user, admin, memberships: [] }
}

/** Oldest first. */
const liveOf = ({ people }: MemoryTables, userId: string, nowMs: number): readonly Session[] =>
  inOrder(people.sessions.values(), (one) => one.sessionId)
    .filter((session) => session.userId === userId && goesOn(session, nowMs))
    .sort((one, other) => one.createdAtMs - other.createdAtMs)

const sessionRepository = (copy: WorkingCopy): UnitOfWork['sessions'] => ({
  ...memoryRepository(copy, sessions, same),
  lockLive: async (userId, nowMs) => liveOf(copy.tables, userId, nowMs),
  token: async (verifier) => copy.tables.people.tokens.get(verifier),
  addTokens: (tokens) =>
    copy.write(({ people }) => {
      for (const token of tokens) people.tokens.set(token.verifier, token)
    }),
  bearer: async (verifier) => bearerIn(copy.tables, verifier),
})

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

const userRepository = (copy: WorkingCopy): PeopleRepositories['users'] => {
  const { people } = copy.tables
  const repository = memoryRepository(copy, users, same)
  return {
    ...repository,
    add: (user) => {
      const isTaken = [...people.users.values()].some(({ emailKey }) => emailKey === user.emailKey)
      if (isTaken) throw new Error(`${user.emailKey} is somebody's already`)
      repository.add(user)
    },
    rehash: (user) => repository.replace(user),
    lockByEmail: async (emailKey) => [...people.users.values()].find((one) => one.emailKey === emailKey),
  }
}

const superAdminRepository = (copy: WorkingCopy): PeopleRepositories['superAdmins'] => {
  const { people } = copy.tables
  return {
    ...memoryRepository(copy, superAdmins, same),
    isNone: async () => people.superAdmins.size === 0,
    holders: async (permission) =>
      inOrder(people.superAdmins.values(), (one) => one.userId)
        .filter(({ userId }) => people.users.get(userId)?.status === 'active')
        .filter(({ permissions }) => permissions.includes(permission))
        .map(({ userId }) => userId),
    operator: async (userId) => operatorIn(copy.tables, userId),
    saveFactor: ({ userId, lastTotpStep, recoveryVerifiers }) =>
      copy.write((tables) => {
        const held = tables.people.superAdmins.get(userId)
        if (held !== undefined)
          tables.people.superAdmins.set(userId, { ...held, lastTotpStep, recoveryVerifiers })
      }),
  }
}

const memberRepository = (copy: WorkingCopy): PeopleRepositories['members'] => {
  const { people } = copy.tables
  return {
    ...memoryRepository(copy, members, memberKey),
    lockOwners: async (organizationId) =>
      inOrder(people.members.values(), (one) => one.userId).filter(
        (one) => one.organizationId === organizationId && one.role === 'owner',
      ),
    countOf: async (organizationId) =>
      [...people.members.values()].filter((one) => one.organizationId === organizationId).length,
    countOwned: async (userId) =>
      [...people.members.values()].filter((one) => one.userId === userId && one.role === 'owner').length,
  }
}

/** People inside a unit. */
export const peopleInMemory = (copy: WorkingCopy): PeopleRepositories => {
  const { people } = copy.tables
  const pending = () => [...people.invitations.values()].filter(({ status }) => status === 'pending')
  return {
    users: userRepository(copy),
    superAdmins: superAdminRepository(copy),
    secondFactors: memoryRepository(copy, secondFactors, same),
    members: memberRepository(copy),
    invitations: {
      ...memoryRepository(copy, invitations, same),
      lockByVerifier: async (verifier) =>
        [...people.invitations.values()].find((one) => one.verifier === verifier),
      lockPending: async (organizationId, emailKey) =>
        pending().filter((one) => one.organizationId === organizationId && one.emailKey === emailKey),
      countOpen: async (organizationId, nowMs) =>
        pending().filter((one) => one.organizationId === organizationId && isOpenInvitation(one, nowMs))
          .length,
    },
    sessions: sessionRepository(copy),
    agentKeys: {
      ...memoryRepository(copy, agentKeys, same),
      bearer: async (selector) => agentIn(copy.tables, selector),
      lockLiveOf: async (organizationId, sponsorId, nowMs) =>
        inOrder(people.agentKeys.values(), (one) => one.agentKeyId).filter(
          (one) =>
            one.organizationId === organizationId && one.sponsorId === sponsorId && isLiveKey(one, nowMs),
        ),
      countLive: async ({ organizationId, sponsorId }, nowMs) =>
        [...people.agentKeys.values()].filter(
          (one) =>
            one.organizationId === organizationId &&
            (organizationId !== undefined || one.sponsorId === sponsorId) &&
            one.spentAtMs === undefined &&
            isLiveKey(one, nowMs),
        ).length,
    },
    recoveries: {
      ...memoryRepository(copy, recoveries, same),
      lockByVerifier: async (verifier) =>
        [...people.recoveries.values()].find((one) => one.verifier === verifier),
    },
    signUps: {
      ...memoryRepository(copy, signUps, same),
      lockByVerifier: async (verifier) =>
        [...people.signUps.values()].find((one) => one.verifier === verifier),
    },
    enrolments: {
      ...memoryRepository(copy, enrolments, same),
      lockByVerifier: async (verifier) =>
        [...people.enrolments.values()].find((one) => one.verifier === verifier),
    },
    throttles: {
      ...memoryRepository(copy, throttles, same),
      lockAll: async (keys) => [...people.throttles.values()].filter(({ key }) => keys.includes(key)),
    },
  }
}

const overAtMs = ({ endedAtMs, idleUntilMs, untilMs }: Session): number =>
  Math.min(endedAtMs ?? untilMs, idleUntilMs, untilMs)

const shown = ({ people }: MemoryTables, member: Member) => {
  const user = people.users.get(member.userId)
  return user === undefined ? [] : [{ ...member, email: user.email, displayName: user.displayName }]
}

const userBy = ({ people }: MemoryTables, emailKey: string) =>
  [...people.users.values()].find((one) => one.emailKey === emailKey)

const offered = ({ people, catalog }: MemoryTables, invitation: Invitation): readonly OwnInvitation[] => {
  const organization = catalog.organizations.find((one) => one.organizationId === invitation.organizationId)
  const inviter = people.users.get(invitation.invitedBy)
  if (organization === undefined || inviter === undefined) return []
  return [{ invitation, organizationName: organization.displayName, invitedByName: inviter.displayName }]
}

type MembershipReadings = Pick<
  PeopleStorage,
  'members' | 'invitations' | 'invitationsOf' | 'invitationBy' | 'enrolmentBy'
>

const membershipReadings = (tables: MemoryTables, calls: Calls): MembershipReadings => {
  const { people } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    members: (organizationId, after, limit) =>
      calls.reading('members', () =>
        asOf(
          inOrder(people.members.values(), (one) => one.userId)
            .filter((one) => one.organizationId === organizationId && one.userId > (after ?? ''))
            .slice(0, limit)
            .flatMap((member) => shown(tables, member)),
        ),
      ),
    invitations: (organizationId, limit) =>
      calls.reading('invitations', () =>
        asOf(
          inOrder(people.invitations.values(), (one) => one.invitationId)
            .filter((one) => one.organizationId === organizationId && one.status === 'pending')
            .reverse()
            .slice(0, limit),
        ),
      ),
    invitationsOf: (emailKey, nowMs, limit) =>
      calls.reading('invitationsOf', () =>
        asOf(
          inOrder(people.invitations.values(), (one) => one.invitationId)
            .filter((one) => one.emailKey === emailKey && isOpenInvitation(one, nowMs))
            .reverse()
            .slice(0, limit)
            .flatMap((invitation) => offered(tables, invitation)),
        ),
      ),
    invitationBy: (verifier) =>
      calls.reading('invitationBy', () => {
        const invitation = [...people.invitations.values()].find((one) => one.verifier === verifier)
        const organization = tables.catalog.organizations.find(
          (one) => one.organizationId === invitation?.organizationId,
        )
        if (invitation === undefined || organization === undefined) return undefined
        return { invitation, organization, hasAccount: userBy(tables, invitation.emailKey) !== undefined }
      }),
    enrolmentBy: (verifier) =>
      calls.reading('enrolmentBy', () => {
        const enrolment = [...people.enrolments.values()].find((one) => one.verifier === verifier)
        const user = people.users.get(enrolment?.userId ?? '')
        return enrolment === undefined || user === undefined ? undefined : { enrolment, user }
      }),
  }
}

/** People in memory. */
export const memoryPeople = (tables: MemoryTables, calls: Calls): PeopleStorage => {
  const { people } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    bearer: (verifier) => calls.reading('bearer', () => asOf(bearerIn(tables, verifier))),
    sessions: (userId, nowMs, limit) =>
      calls.reading('sessions', () => asOf([...liveOf(tables, userId, nowMs)].reverse().slice(0, limit))),
    agent: (selector) => calls.reading('agent', () => asOf(agentIn(tables, selector))),
    operator: (userId) => calls.reading('operator', () => asOf(operatorIn(tables, userId))),
    claimant: (emailKey, throttleKeys) =>
      calls.reading('claimant', () => ({
        user: userBy(tables, emailKey),
        throttles: throttleKeys.flatMap((key) => people.throttles.get(key) ?? []),
      })),
    superAdmin: (userId) => calls.reading('superAdmin', () => people.superAdmins.get(userId)),
    ...membershipReadings(tables, calls),
    signUpBy: (verifier) =>
      calls.reading('signUpBy', () => [...people.signUps.values()].find((one) => one.verifier === verifier)),
    hasRecovery: (verifier, nowMs) =>
      calls.reading('hasRecovery', () =>
        [...people.recoveries.values()].some((one) => one.verifier === verifier && nowMs < one.expiresAtMs),
      ),
    purge: (beforeMs, most) =>
      calls.reading(
        'purgePeople',
        () =>
          purgeOf(people.tokens, ({ expiresAtMs }) => expiresAtMs, beforeMs, most) +
          purgeOf(people.sessions, overAtMs, beforeMs, most) +
          purgeOf(people.recoveries, ({ expiresAtMs }) => expiresAtMs, beforeMs, most) +
          purgeOf(people.signUps, ({ expiresAtMs }) => expiresAtMs, beforeMs, most) +
          purgeOf(
            people.throttles,
            (one) => Math.max(one.sinceMs, one.blockedUntilMs, one.familiarUntilMs),
            beforeMs,
            most,
          ),
      ),
  }
}
