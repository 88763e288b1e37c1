import { isOpenInvitation, type Member } from '@postrider/core/identity/domain/people/member'
import { goesOn, type Session } from '@postrider/core/identity/domain/people/session'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type {
  AgentFacts,
  CallerFacts,
  PeopleStorage,
  SessionFacts,
} from '@postrider/core/identity/ports/people-storage'
import type { MemberKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'
import type { UsedPart } from './used-part.js'

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
const signUps = inMap(
  ({ people }) => people.signUps,
  (one) => one.emailKey,
)
const throttles = inMap(
  ({ people }) => people.throttles,
  (one) => one.key,
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

const sessionRepository = (copy: WorkingCopy): Partial<UnitOfWork['sessions']> => ({
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
  'users' | 'superAdmins' | 'secondFactors' | 'members' | 'invitations' | 'sessions' | 'signUps' | 'throttles'
>

const userRepository = (copy: WorkingCopy): Partial<PeopleRepositories['users']> => {
  const { people } = copy.tables
  const repository = memoryRepository(copy, users, same)
  return {
    ...repository,
    add: (user) => {
      const isTaken = [...people.users.values()].some(({ emailKey }) => emailKey === user.emailKey)
      if (isTaken) throw new Error(`${user.emailKey} is somebody's already`)
      repository.add(user)
    },
    devices: async (userId) => copy.tables.people.devices.get(userId) ?? [],
    saveDevices: (userId, devices) => copy.write((tables) => void tables.people.devices.set(userId, devices)),
    lockByEmail: async (emailKey) => [...people.users.values()].find((one) => one.emailKey === emailKey),
  }
}

const superAdminRepository = (copy: WorkingCopy): Partial<PeopleRepositories['superAdmins']> => {
  return {
    ...memoryRepository(copy, superAdmins, same),
    operator: async (userId) => operatorIn(copy.tables, userId),
    saveFactor: ({ userId, lastTotpStep, recoveryVerifiers }) =>
      copy.write((tables) => {
        const held = tables.people.superAdmins.get(userId)
        if (held !== undefined)
          tables.people.superAdmins.set(userId, { ...held, lastTotpStep, recoveryVerifiers })
      }),
  }
}

const memberRepository = (copy: WorkingCopy): Partial<PeopleRepositories['members']> => {
  const { people } = copy.tables
  return {
    ...memoryRepository(copy, members, memberKey),
    countOwned: async (userId) =>
      [...people.members.values()].filter((one) => one.userId === userId && one.role === 'owner').length,
  }
}

/** People inside a unit. */
export const peopleInMemory = (copy: WorkingCopy): UsedPart<PeopleRepositories> => {
  const { people } = copy.tables
  const pending = () => [...people.invitations.values()].filter(({ status }) => status === 'pending')
  return {
    users: userRepository(copy),
    superAdmins: superAdminRepository(copy),
    secondFactors: memoryRepository(copy, secondFactors, same),
    members: memberRepository(copy),
    invitations: {
      ...memoryRepository(copy, invitations, same),
      lockPending: async (organizationId, emailKey) =>
        pending().filter((one) => one.organizationId === organizationId && one.emailKey === emailKey),
      countOpen: async (organizationId, nowMs) =>
        pending().filter((one) => one.organizationId === organizationId && isOpenInvitation(one, nowMs))
          .length,
    },
    sessions: sessionRepository(copy),
    signUps: {
      ...memoryRepository(copy, signUps, same),
      lockByVerifier: async (verifier) =>
        [...people.signUps.values()].find((one) => one.verifier === verifier),
    },
    throttles: {
      ...memoryRepository(copy, throttles, same),
      lockAll: async (keys) => [...people.throttles.values()].filter(({ key }) => keys.includes(key)),
    },
  }
}

const shown = ({ people }: MemoryTables, member: Member) => {
  const user = people.users.get(member.userId)
  return user === undefined ? [] : [{ ...member, email: user.email, displayName: user.displayName }]
}

const userBy = ({ people }: MemoryTables, emailKey: string) =>
  [...people.users.values()].find((one) => one.emailKey === emailKey)

type MembershipReadings = Pick<PeopleStorage, 'members' | 'invitations'>

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
  }
}

/** People in memory. */
export const memoryPeople = (tables: MemoryTables, calls: Calls): Partial<PeopleStorage> => {
  const { people } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    bearer: (verifier) => calls.reading('bearer', () => asOf(bearerIn(tables, verifier))),
    agent: (selector) => calls.reading('agent', () => asOf(agentIn(tables, selector))),
    operator: (userId) => calls.reading('operator', () => asOf(operatorIn(tables, userId))),
    claimant: (emailKey, throttleKeys) =>
      calls.reading('claimant', () => ({
        user: userBy(tables, emailKey),
        throttles: throttleKeys.flatMap((key) => people.throttles.get(key) ?? []),
      })),
    ...membershipReadings(tables, calls),
    signUpBy: (verifier) =>
      calls.reading('signUpBy', () => [...people.signUps.values()].find((one) => one.verifier === verifier)),
  }
}
