import { expect } from 'chai'
import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import type { OperatorSession } from '@postrider/core/identity/domain/people/operator-session'
import type { PersonSession } from '@postrider/core/identity/domain/people/person-session'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type {
  CookieSessionRepository,
  CookieSessionStorage,
} from '@postrider/core/identity/ports/cookie-session-storage'
import type { CallerFacts } from '@postrider/core/identity/ports/people-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { anOperatorSession, aPersonSession, aTicketOf } from '../../builders/a-cookie-session.js'
import { aTenant } from '../../builders/a-tenant.js'
import { aMember, aSuperAdmin, aUser } from '../../builders/a-user.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const USES = 20

/** A kind of cookie session. */
interface KindOfSession<S extends CookieSession> {
  readonly name: string
  readonly aSession: (overrides?: Partial<S>) => S
  readonly idleMs: number
  readonly stored: (storage: Storage) => CookieSessionStorage<S>
  readonly inUnit: (unit: UnitOfWork) => CookieSessionRepository<S>
  /** Stores a user who may have such a session, and returns their facts. */
  readonly aBearer: (at: StorageUnderTest) => Promise<CallerFacts>
}

const OPERATORS: KindOfSession<OperatorSession> = {
  name: 'sessions of super admins',
  aSession: anOperatorSession,
  idleMs: 30 * MINUTE_MS,
  stored: ({ operatorSessions }) => operatorSessions,
  inUnit: ({ operatorSessions }) => operatorSessions,
  aBearer: async (at) => {
    const user = aUser()
    const admin = aSuperAdmin({ userId: user.userId })
    const { organization } = aTenant()
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.superAdmins.add(admin)
      unit.organizations.add(organization)
      unit.members.add(aMember({ userId: user.userId, organizationId: organization.organizationId }))
    })
    return { user, admin, memberships: [] }
  },
}

const PEOPLE: KindOfSession<PersonSession> = {
  name: 'sessions of people at the website',
  aSession: aPersonSession,
  idleMs: DAY_MS,
  stored: ({ personSessions }) => personSessions,
  inUnit: ({ personSessions }) => personSessions,
  aBearer: async (at) => {
    const user = aUser()
    const places = [aTenant(), aTenant()]
      .map(({ organization }) => organization)
      .sort((one, other) => (one.organizationId < other.organizationId ? -1 : 1))
      .map((organization) => ({
        organization,
        member: aMember({ userId: user.userId, organizationId: organization.organizationId, role: 'viewer' }),
      }))
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.superAdmins.add(aSuperAdmin({ userId: user.userId }))
      for (const { organization, member } of [...places].reverse()) {
        unit.organizations.add(organization)
        unit.members.add(member)
      }
    })
    return { user, admin: undefined, memberships: places }
  },
}

const sessionsOfKind = <S extends CookieSession>(at: StorageUnderTest, kind: KindOfSession<S>): void => {
  const { aSession, stored, inUnit } = kind
  // The properties that differ between the kinds aren't changed here.
  const changed = (session: S, changes: Partial<CookieSession>): S => ({ ...session, ...changes })
  const of = (changes: Partial<CookieSession>): S => changed(aSession(), changes)

  it('show the user of a session until it is removed, at a new epoch, and never without access', async () => {
    const bearer = await kind.aBearer(at)
    const { userId } = bearer.user
    const session = of({ userId, clientAddress: undefined })
    const [other, nobodys] = [of({ userId }), aSession()]
    await exclusively(at, (unit) => {
      for (const each of [session, other, nobodys]) inUnit(unit).add(each)
    })
    const sessions = stored(at.storage)
    const epoch = await right(at.storage.catalog.epoch())
    const facts = { session, ...bearer }
    expect(await right(sessions.bearer(session.verifier))).to.deep.equal({ epoch, value: facts })
    for (const unknown of [nobodys.verifier, fresh.hex(64)])
      expect((await right(sessions.bearer(unknown))).value).to.equal(undefined)
    const seen = changed(session, { seenAtMs: NOW_MS + MINUTE_MS })
    await sharing(at, async (unit) => {
      expect(await inUnit(unit).bearer(session.verifier)).to.deep.equal(facts)
      expect(await inUnit(unit).bearer(nobodys.verifier)).to.equal(undefined)
      expect(await inUnit(unit).lock(session.sessionId)).to.deep.equal(session)
      inUnit(unit).replace(seen)
    })
    expect(await right(sessions.bearer(session.verifier))).to.deep.include({
      epoch,
      value: { ...facts, session: seen },
    })
    await exclusively(at, (unit) => inUnit(unit).remove(session.sessionId))
    expect(await right(sessions.bearer(session.verifier))).to.deep.equal({
      epoch: epoch + 1,
      value: undefined,
    })
    expect((await right(sessions.bearer(other.verifier))).value?.session).to.deep.equal(other)
  })

  it("list a user's open sessions, and lock them, oldest first", async () => {
    const userId = fresh.id('usr')
    const [young, old] = [of({ userId }), of({ userId, createdAtMs: NOW_MS - HOUR_MS })]
    const over = [of({ userId, untilMs: NOW_MS }), of({ userId, seenAtMs: NOW_MS - kind.idleMs }), aSession()]
    await sharing(at, (unit) => {
      for (const session of [young, ...over, old]) inUnit(unit).add(session)
    })
    const list = async (limit: number) => (await right(stored(at.storage).list(userId, NOW_MS, limit))).value
    expect(await list(9)).to.deep.equal([young, old])
    expect(await list(1)).to.deep.equal([young])
    const held = await sharing(at, (unit) => inUnit(unit).lockLive(userId, NOW_MS))
    expect(held).to.deep.equal([old, young])
  })

  it('delete exactly the ended ones, a limited number at a time', async () => {
    const over = { seenAtMs: 0, untilMs: 90 }
    const going = { seenAtMs: 0, untilMs: 100 }
    const sessions = [over, over, going, { seenAtMs: 100, untilMs: 200 }].map(of)
    await sharing(at, (unit) => {
      for (const session of sessions) inUnit(unit).add(session)
    })
    const { purge } = stored(at.storage)
    for (const gone of [1, 1, 0]) expect(await right(purge(100, 1))).to.equal(gone)
    const left = await sharing(at, async (unit) => {
      const found: boolean[] = []
      for (const { sessionId } of sessions) found.push((await inUnit(unit).lock(sessionId)) !== undefined)
      return found
    })
    expect(left).to.deep.equal([false, false, true, true])
  })
}

const tickets = (at: StorageUnderTest): void => {
  it(`accept one of ${USES} concurrent uses in any processes`, async () => {
    const ticket = aTicketOf(anOperatorSession())
    const other = aTicketOf(anOperatorSession())
    await sharing(at, (unit) => {
      unit.sessionTickets.add(ticket)
      unit.sessionTickets.add(other)
    })
    const storages = [at.storage, await at.another()]
    const found = await Promise.all(
      Array.from({ length: USES }, (_, index) =>
        sharing({ storage: storages[index % 2] ?? at.storage }, async (unit) => {
          const held = await unit.sessionTickets.lock(ticket.verifier)
          if (held !== undefined) unit.sessionTickets.remove(ticket.verifier)
          return held
        }),
      ),
    )
    expect(found.filter((one) => one !== undefined)).to.deep.equal([ticket])
    expect(await sharing(at, (unit) => unit.sessionTickets.lock(other.verifier))).to.deep.equal(other)
  })

  it('are deleted after their expiry, a limited number at a time', async () => {
    const ends = [98, 99, 100].map((expiresAtMs) => ({ ...aTicketOf(anOperatorSession()), expiresAtMs }))
    await sharing(at, (unit) => {
      for (const ticket of ends) unit.sessionTickets.add(ticket)
    })
    const { purge } = at.storage.sessionTickets
    for (const gone of [1, 1, 0]) expect(await right(purge(100, 1))).to.equal(gone)
    const left = await sharing(at, async (unit) => {
      const found: boolean[] = []
      for (const { verifier } of ends) found.push((await unit.sessionTickets.lock(verifier)) !== undefined)
      return found
    })
    expect(left).to.deep.equal([false, false, true])
  })
}

/**
 * Tests cookie sessions of each kind, and their tickets. Purges affect the data of all tests, so each test
 * has its own storage.
 */
export const cookieSessionsSuite = (open: OpenStorage): void => {
  describe(OPERATORS.name, () => sessionsOfKind(useStorage(open, 'test'), OPERATORS))
  describe(PEOPLE.name, () => sessionsOfKind(useStorage(open, 'test'), PEOPLE))
  describe('tickets of sessions', () => tickets(useStorage(open, 'test')))
}
