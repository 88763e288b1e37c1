import { expect } from 'chai'
import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { endedSession, type Session } from '@postrider/core/identity/domain/people/session'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { anAgentKey } from '../../builders/an-agent-key.js'
import { anInvitation, aRecovery, aSignUp } from '../../builders/an-invitation.js'
import { aSession, aThrottle, aToken } from '../../builders/a-session.js'
import { aTenant } from '../../builders/a-tenant.js'
import { aMember, aSecondFactor, aSuperAdmin, aUser } from '../../builders/a-user.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'
import { userDevices } from './user-devices.js'

/** Organizations in the order of their ids. */
const organizations = (count: number) =>
  Array.from({ length: count }, () => aTenant().organization).sort((one, other) =>
    one.organizationId < other.organizationId ? -1 : 1,
  )

const signedIn = async (at: StorageUnderTest) => {
  const user = aUser()
  const session = aSession({ userId: user.userId })
  const { sessionId } = session
  const [access, refresh] = [aToken({ sessionId }), aToken({ sessionId, kind: 'refresh' })]
  const places = organizations(3).map((organization) => ({
    organization,
    member: aMember({ userId: user.userId, organizationId: organization.organizationId, role: 'viewer' }),
  }))
  await exclusively(at, (unit) => {
    unit.users.add(user)
    unit.sessions.add(session)
    unit.sessions.addTokens([access, refresh])
    for (const { organization, member } of [...places].reverse()) {
      unit.organizations.add(organization)
      unit.members.add(member)
    }
  })
  return { user, session, access, refresh, places }
}

const bearers = (at: StorageUnderTest): void => {
  it('finds the user of a token of either kind, with their roles', async () => {
    const { user, session, access, refresh, places } = await signedIn(at)
    await signedIn(at)
    const epoch = await right(at.storage.catalog.epoch())
    for (const token of [access, refresh]) {
      const facts = { token, session, user, memberships: places, admin: undefined }
      expect(await right(at.storage.people.bearer(token.verifier))).to.deep.equal({ epoch, value: facts })
      expect(await sharing(at, (unit) => unit.sessions.bearer(token.verifier))).to.deep.equal(facts)
      expect(await sharing(at, (unit) => unit.sessions.token(token.verifier))).to.deep.equal(token)
    }
    const nobody = fresh.hex(64)
    expect((await right(at.storage.people.bearer(nobody))).value).to.equal(undefined)
    expect(await sharing(at, (unit) => unit.sessions.bearer(nobody))).to.equal(undefined)
  })

  it('finds it for a user without any role, and at a new epoch what changed', async () => {
    const { user, access, places } = await signedIn(at)
    const before = await right(at.storage.people.bearer(access.verifier))
    await exclusively(at, (unit) => {
      for (const { member } of places) unit.members.remove(member)
      unit.users.replace({ ...user, status: 'disabled', passwordHash: undefined })
    })
    const after = await right(at.storage.people.bearer(access.verifier))
    expect(after.epoch).to.equal(before.epoch + 1)
    expect(after.value?.memberships).to.deep.equal([])
    expect(after.value?.user).to.deep.equal({ ...user, status: 'disabled', passwordHash: undefined })
  })

  it("lists a user's open sessions: oldest first for locking, newest first for display", async () => {
    const userId = fresh.id('usr')
    const of = (overrides: Partial<Session> = {}) => aSession({ userId, ...overrides })
    const [young, old] = [of(), of({ createdAtMs: NOW_MS - HOUR_MS })]
    const over = [
      endedSession(of(), 'signed_out', NOW_MS - 1),
      // A clock that is ahead wrote its end.
      endedSession(of(), 'reused', NOW_MS + 5),
      of({ idleUntilMs: NOW_MS }),
      of({ untilMs: NOW_MS, idleUntilMs: NOW_MS }),
      aSession(),
    ]
    await sharing(at, (unit) => {
      for (const session of [young, ...over, old]) unit.sessions.add(session)
    })
    expect(await sharing(at, (unit) => unit.sessions.lockLive(userId, NOW_MS))).to.deep.equal([old, young])
    const shown = async (limit: number) =>
      (await right(at.storage.people.sessions(userId, NOW_MS, limit))).value
    expect(await shown(10)).to.deep.equal([young, old])
    expect(await shown(1)).to.deep.equal([young])
    await sharing(at, (unit) => unit.sessions.replace(endedSession(young, 'crowded_out', NOW_MS)))
    expect(await sharing(at, (unit) => unit.sessions.lockLive(userId, NOW_MS))).to.deep.equal([old])
    expect(await shown(10)).to.deep.equal([old])
  })
}

const places = (at: StorageUnderTest): void => {
  it('lists members with their names by their ids, page by page, and locks the owners', async () => {
    const [organization, elsewhere] = organizations(2)
    if (organization === undefined || elsewhere === undefined) throw new Error('no Organizations')
    const { organizationId } = organization
    const users = Array.from({ length: 5 }, () => aUser()).sort((a, b) => (a.userId < b.userId ? -1 : 1))
    const members = users.map(({ userId }, index) =>
      aMember({ organizationId, userId, role: index % 2 === 0 ? 'owner' : 'billing' }),
    )
    await exclusively(at, (unit) => {
      for (const user of users) unit.users.add(user)
      for (const member of members) unit.members.add(member)
      unit.members.add(
        aMember({ organizationId: elsewhere.organizationId, userId: users[0]?.userId ?? 'usr_' }),
      )
    })
    const shown = members.map((member, index) => ({
      ...member,
      email: users[index]?.email,
      displayName: users[index]?.displayName,
    }))
    const list = async (after: (typeof members)[number]['userId'] | undefined, limit: number) =>
      (await right(at.storage.people.members(organizationId, after, limit))).value
    expect(await list(undefined, 2)).to.deep.equal(shown.slice(0, 2))
    expect(await list(members[1]?.userId, 9)).to.deep.equal(shown.slice(2))
    const owners = await exclusively(at, (unit) => unit.members.lockOwners(organizationId))
    expect(owners).to.deep.equal(members.filter(({ role }) => role === 'owner'))
  })

  it('keeps the last owner although two would be removed at once', async () => {
    const organizationId = fresh.id('org')
    const owners = [aMember({ organizationId }), aMember({ organizationId })]
    await exclusively(at, (unit) => {
      for (const owner of owners) unit.members.add(owner)
    })
    const other = await at.another()
    await Promise.all(
      owners.map((owner, index) =>
        exclusively({ storage: index === 0 ? at.storage : other }, async (unit) => {
          const held = await unit.members.lockOwners(organizationId)
          if (held.length > 1) unit.members.remove(owner)
        }),
      ),
    )
    expect(await exclusively(at, (unit) => unit.members.lockOwners(organizationId))).to.have.length(1)
  })
}

const invitations = (at: StorageUnderTest): void => {
  it('finds invitations by the token in the email, and lists pending ones, newest first', async () => {
    const [organization] = organizations(1)
    if (organization === undefined) throw new Error('no Organization')
    const { organizationId } = organization
    const user = aUser()
    const first = anInvitation({ organizationId, email: user.email.toUpperCase(), invitedBy: user.userId })
    const second = anInvitation({ organizationId, verifier: undefined })
    const third = anInvitation({ organizationId, verifier: undefined })
    const gone = anInvitation({ organizationId, status: 'revoked', email: first.email })
    await exclusively(at, (unit) => {
      unit.organizations.add(organization)
      unit.users.add(user)
      for (const invitation of [first, second, third, gone]) unit.invitations.add(invitation)
    })
    const { people } = at.storage
    expect((await right(people.invitations(organizationId, 2))).value).to.deep.equal([third, second])
    const by = (verifier = '') => right(people.invitationBy(verifier))
    expect(await by(first.verifier)).to.deep.equal({ invitation: first, organization, hasAccount: true })
    expect(await by(gone.verifier)).to.deep.include({ invitation: gone })
    expect(await by(fresh.hex(64))).to.equal(undefined)
    const verifier = fresh.hex(64)
    const offers = async (nowMs: number, limit = 9) =>
      (await right(people.invitationsOf(first.emailKey, nowMs, limit))).value
    const { displayName: organizationName } = organization
    const offer = { invitation: first, organizationName, invitedByName: user.displayName }
    expect(await offers(first.expiresAtMs - 1)).to.deep.equal([offer])
    expect(await offers(first.expiresAtMs)).to.deep.equal([])
    expect(await offers(first.expiresAtMs - 1, 0)).to.deep.equal([])
    await sharing(at, async (unit) => {
      expect(await unit.invitations.lockPending(organizationId, first.emailKey)).to.deep.equal([first])
      expect(await unit.invitations.lockByVerifier(first.verifier ?? '')).to.deep.equal(first)
      unit.invitations.replace({ ...third, verifier, role: 'owner' })
    })
    expect(await by(verifier)).to.deep.include({
      hasAccount: false,
      invitation: { ...third, verifier, role: 'owner' },
    })
  })
}

const access = (at: StorageUnderTest): void => {
  it('stores users by their addresses, super admins, recoveries and throttles unchanged', async () => {
    const [user, admin, recovery, throttle] = [
      aUser(),
      aSuperAdmin(),
      aRecovery(),
      aThrottle({ failures: 7 }),
    ]
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.superAdmins.add(admin)
      unit.recoveries.add(recovery)
      unit.throttles.add(throttle)
    })
    const { people } = at.storage
    const keys = [fresh.hex(64), throttle.key]
    expect(await right(people.claimant(user.emailKey, keys))).to.deep.equal({ user, throttles: [throttle] })
    const nobody = { user: undefined, throttles: [] }
    expect(await right(people.claimant(`${user.emailKey} `, keys.slice(0, 1)))).to.deep.equal(nobody)
    expect(await right(people.superAdmin(admin.userId))).to.deep.equal(admin)
    expect(await right(people.superAdmin(user.userId))).to.equal(undefined)
    expect(await right(people.hasRecovery(recovery.verifier, recovery.expiresAtMs - 1))).to.equal(true)
    expect(await right(people.hasRecovery(recovery.verifier, recovery.expiresAtMs))).to.equal(false)
    expect(await right(people.hasRecovery(fresh.hex(64), NOW_MS))).to.equal(false)
    const next = aRecovery({ userId: recovery.userId })
    await sharing(at, async (unit) => {
      expect(await unit.recoveries.lockByVerifier(recovery.verifier)).to.deep.equal(recovery)
      expect(await unit.recoveries.lock(recovery.userId)).to.deep.equal(recovery)
      expect(await unit.throttles.lock(throttle.key)).to.deep.equal(throttle)
      unit.recoveries.replace(next)
    })
    expect(await right(people.hasRecovery(recovery.verifier, NOW_MS))).to.equal(false)
    expect(await right(people.hasRecovery(next.verifier, NOW_MS))).to.equal(true)
  })
}

const signUps = (at: StorageUnderTest): void => {
  it('stores sign-ups by their addresses, and finds them only by the newest link', async () => {
    const signUp = aSignUp()
    const invited = aSignUp({ verifier: undefined, invitedBy: fresh.id('usr') })
    const { people } = at.storage
    await sharing(at, (unit) => {
      unit.signUps.add(signUp)
      unit.signUps.add(invited)
    })
    expect(await right(people.signUpBy(signUp.verifier ?? ''))).to.deep.equal(signUp)
    expect(await right(people.signUpBy(fresh.hex(64)))).to.equal(undefined)
    const [again, sent] = [
      { ...signUp, verifier: fresh.hex(64) },
      { ...invited, verifier: fresh.hex(64) },
    ]
    await sharing(at, async (unit) => {
      expect(await unit.signUps.lock(invited.emailKey)).to.deep.equal(invited)
      expect(await unit.signUps.lockByVerifier(signUp.verifier ?? '')).to.deep.equal(signUp)
      unit.signUps.replace(again)
      unit.signUps.replace(sent)
    })
    expect(await right(people.signUpBy(signUp.verifier ?? ''))).to.equal(undefined)
    expect(await right(people.signUpBy(sent.verifier))).to.deep.equal(sent)
    await sharing(at, async (unit) => {
      expect(await unit.signUps.lockByVerifier(again.verifier)).to.deep.equal(again)
      unit.signUps.remove(again.emailKey)
    })
    expect(await right(people.signUpBy(again.verifier))).to.equal(undefined)
  })
}

const factors = (at: StorageUnderTest): void => {
  it("stores the second factor of a user who isn't a super admin, and the rest of it, until it is removed", async () => {
    const [factor, other] = [aSecondFactor(), aSecondFactor()]
    await exclusively(at, (unit) => {
      unit.secondFactors.add(factor)
      unit.secondFactors.add(other)
    })
    const epoch = await right(at.storage.catalog.epoch())
    const left = { ...factor, lastTotpStep: 57_000_001, recoveryVerifiers: [] }
    await sharing(at, async (unit) => {
      expect(await unit.secondFactors.lock(factor.userId)).to.deep.equal(factor)
      unit.secondFactors.replace(left)
      expect(await unit.secondFactors.lock(factor.userId)).to.deep.equal(left)
    })
    expect(await right(at.storage.catalog.epoch())).to.equal(epoch)
    await exclusively(at, (unit) => unit.secondFactors.remove(factor.userId))
    await sharing(at, async (unit) => {
      expect(await unit.secondFactors.lock(factor.userId)).to.equal(undefined)
      expect(await unit.secondFactors.lock(other.userId)).to.deep.equal(other)
    })
  })

  it('writes only the rest of a second factor, concurrently with other holders of the epoch', async () => {
    const admin = aSuperAdmin()
    await exclusively(at, (unit) => unit.superAdmins.add(admin))
    const epoch = await right(at.storage.catalog.epoch())
    const left = { lastTotpStep: 57_000_001, recoveryVerifiers: admin.recoveryVerifiers.slice(1) }
    await sharing(at, async (unit) => {
      unit.superAdmins.saveFactor({ ...admin, ...left, permissions: [], sealedTotpSecret: '', version: 9 })
      expect(await unit.superAdmins.lock(admin.userId)).to.deep.equal({ ...admin, ...left })
    })
    expect(await right(at.storage.people.superAdmin(admin.userId))).to.deep.equal({ ...admin, ...left })
    await sharing(at, (unit) => unit.superAdmins.saveFactor({ ...admin, recoveryVerifiers: [] }))
    expect((await right(at.storage.people.superAdmin(admin.userId)))?.recoveryVerifiers).to.deep.equal([])
    expect(await right(at.storage.catalog.epoch())).to.equal(epoch)
  })
}

const operators = (at: StorageUnderTest): void => {
  it("returns a super admin's permissions, in person and with an admin key, and with no other key", async () => {
    const user = aUser()
    const { userId } = user
    const admin = aSuperAdmin({ userId })
    const place = aMember({ userId })
    const keys = {
      admin: anAgentKey({ kind: 'admin', organizationId: undefined, sponsorId: userId }),
      customer: anAgentKey({ kind: 'customer', organizationId: place.organizationId, sponsorId: userId }),
    }
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.agentKeys.add(keys.admin)
      unit.agentKeys.add(keys.customer)
      unit.members.add(place)
    })
    const { people } = at.storage
    const behind = async ({ selector }: AgentKey) => (await right(people.agent(selector))).value?.admin
    expect((await right(people.operator(userId))).value).to.equal(undefined)
    expect(await behind(keys.admin)).to.equal(undefined)
    await exclusively(at, (unit) => unit.superAdmins.add(admin))
    const facts = { user, admin, memberships: [] }
    const { epoch } = await right(people.operator(userId))
    expect(await right(people.operator(userId))).to.deep.equal({ epoch, value: facts })
    expect(await behind(keys.admin)).to.deep.equal(admin)
    expect(await behind(keys.customer)).to.equal(undefined)
    await sharing(at, async (unit) => {
      expect(await unit.superAdmins.operator(userId)).to.deep.equal(facts)
      expect(await unit.superAdmins.operator(fresh.id('usr'))).to.equal(undefined)
      expect((await unit.agentKeys.bearer(keys.admin.selector))?.admin).to.deep.equal(admin)
    })
  })
}

const forgetting = (at: StorageUnderTest): void => {
  it('deletes exactly the expired records, a limited number of each at a time', async () => {
    const old = { idleUntilMs: 90, untilMs: 500 }
    const sessions = [
      aSession(old),
      endedSession(aSession(), 'signed_out', 90),
      aSession({ ...old, idleUntilMs: 100 }),
    ]
    const tokens = [aToken({ expiresAtMs: 99 }), aToken({ expiresAtMs: 98 }), aToken({ expiresAtMs: 100 })]
    const over = { sinceMs: 10, blockedUntilMs: 20, familiarUntilMs: 30 }
    const throttles = [
      over,
      { ...over, sinceMs: 100 },
      { ...over, blockedUntilMs: 100 },
      { ...over, familiarUntilMs: 100 },
    ]
    const kept = throttles.map((times) => aThrottle(times))
    const recoveries = [aRecovery({ expiresAtMs: 99 }), aRecovery({ expiresAtMs: 100 })]
    const links = [aSignUp({ expiresAtMs: 99 }), aSignUp({ expiresAtMs: 100 })]
    await sharing(at, (unit) => {
      for (const session of sessions) unit.sessions.add(session)
      unit.sessions.addTokens(tokens)
      for (const throttle of kept) unit.throttles.add(throttle)
      for (const recovery of recoveries) unit.recoveries.add(recovery)
      for (const link of links) unit.signUps.add(link)
    })
    expect(await right(at.storage.people.purge(100, 1))).to.equal(5)
    expect(await right(at.storage.people.purge(100, 9))).to.equal(2)
    expect(await right(at.storage.people.purge(100, 9))).to.equal(0)
    await sharing(at, async (unit) => {
      const left = async <A>(found: Promise<A | undefined>) => (await found) !== undefined
      const there = {
        sessions: [] as boolean[],
        tokens: [] as boolean[],
        throttles: [] as boolean[],
        recoveries: [] as boolean[],
        signUps: [] as boolean[],
      }
      for (const one of sessions) there.sessions.push(await left(unit.sessions.lock(one.sessionId)))
      for (const one of tokens) there.tokens.push(await left(unit.sessions.token(one.verifier)))
      for (const one of kept) there.throttles.push(await left(unit.throttles.lock(one.key)))
      for (const one of recoveries) there.recoveries.push(await left(unit.recoveries.lock(one.userId)))
      for (const one of links) there.signUps.push(await left(unit.signUps.lock(one.emailKey)))
      expect(there).to.deep.equal({
        sessions: [false, false, true],
        tokens: [false, false, true],
        throttles: [false, true, true, true],
        recoveries: [false, true],
        signUps: [false, true],
      })
    })
  })
}

/** Tests people, their memberships and their means of sign-in. */
export const peopleSuite = (open: OpenStorage): void => {
  describe('storage of people', () => {
    const at = useStorage(open)
    bearers(at)
    places(at)
    invitations(at)
    access(at)
    signUps(at)
    factors(at)
    operators(at)
    describe('over time', () => forgetting(useStorage(open, 'test')))
    describe('and their devices', () => userDevices(useStorage(open)))
  })
}
