import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/domain/time/epoch-ms'
import { anOperatorSession, aTicketOf } from '../builders/an-operator-session.js'
import { aSuperAdmin, aUser } from '../builders/a-user.js'
import { fresh, NOW_MS } from '../builders/fresh.js'
import { right } from '../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { exclusively, sharing } from './unit-work.js'

const USES = 20

const whose = (at: StorageUnderTest): void => {
  it('tells whose a session is, until it is removed, at a new epoch, and of nobody who is no super admin', async () => {
    const user = aUser()
    const admin = aSuperAdmin({ userId: user.userId })
    const session = anOperatorSession({ userId: user.userId, clientAddress: undefined })
    const other = anOperatorSession({ userId: user.userId })
    const nobodys = anOperatorSession()
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.superAdmins.add(admin)
      for (const each of [session, other, nobodys]) unit.operatorSessions.add(each)
    })
    const { operatorSessions } = at.storage
    const epoch = await right(at.storage.catalog.epoch())
    const facts = { session, user, admin, memberships: [] }
    expect(await right(operatorSessions.bearer(session.verifier))).to.deep.equal({ epoch, value: facts })
    for (const unknown of [nobodys.verifier, fresh.hex(64)])
      expect((await right(operatorSessions.bearer(unknown))).value).to.equal(undefined)
    const seen = { ...session, seenAtMs: NOW_MS + MINUTE_MS, confirmedAtMs: NOW_MS + 1 }
    await sharing(at, async (unit) => {
      expect(await unit.operatorSessions.bearer(session.verifier)).to.deep.equal(facts)
      expect(await unit.operatorSessions.bearer(nobodys.verifier)).to.equal(undefined)
      expect(await unit.operatorSessions.lock(session.sessionId)).to.deep.equal(session)
      unit.operatorSessions.replace(seen)
    })
    expect(await right(operatorSessions.bearer(session.verifier))).to.deep.include({
      epoch,
      value: { ...facts, session: seen },
    })
    await exclusively(at, (unit) => unit.operatorSessions.remove(session.sessionId))
    expect(await right(operatorSessions.bearer(session.verifier))).to.deep.equal({
      epoch: epoch + 1,
      value: undefined,
    })
    expect((await right(operatorSessions.bearer(other.verifier))).value?.session).to.deep.equal(other)
  })

  it("lists a user's sessions that go on, and holds them, oldest first", async () => {
    const userId = fresh.id('usr')
    const of = (overrides = {}) => anOperatorSession({ userId, ...overrides })
    const [young, old] = [of(), of({ createdAtMs: NOW_MS - HOUR_MS })]
    const over = [of({ untilMs: NOW_MS }), of({ seenAtMs: NOW_MS - 30 * MINUTE_MS }), anOperatorSession()]
    await sharing(at, (unit) => {
      for (const session of [young, ...over, old]) unit.operatorSessions.add(session)
    })
    const list = async (limit: number) =>
      (await right(at.storage.operatorSessions.list(userId, NOW_MS, limit))).value
    expect(await list(9)).to.deep.equal([young, old])
    expect(await list(1)).to.deep.equal([young])
    const held = await sharing(at, (unit) => unit.operatorSessions.lockLive(userId, NOW_MS))
    expect(held).to.deep.equal([old, young])
  })
}

const tickets = (at: StorageUnderTest): void => {
  it(`gives a ticket to one alone of ${USES} who spend it at once, whichever process they are in`, async () => {
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
}

const forgetting = (at: StorageUnderTest): void => {
  it('forgets what is over, and nothing else, so many of each at a time', async () => {
    const over = { seenAtMs: 0, untilMs: 90 }
    const going = { seenAtMs: 0, untilMs: 100 }
    const sessions = [over, over, going, { seenAtMs: 100, untilMs: 200 }].map(anOperatorSession)
    const [first = anOperatorSession()] = sessions
    const ends = [98, 99, 100].map((expiresAtMs) => ({ ...aTicketOf(first), expiresAtMs }))
    await sharing(at, (unit) => {
      for (const session of sessions) unit.operatorSessions.add(session)
      for (const ticket of ends) unit.sessionTickets.add(ticket)
    })
    const { operatorSessions } = at.storage
    expect(await right(operatorSessions.purge(100, 1))).to.equal(2)
    expect(await right(operatorSessions.purge(100, 9))).to.equal(2)
    expect(await right(operatorSessions.purge(100, 9))).to.equal(0)
    await sharing(at, async (unit) => {
      const left: boolean[] = []
      for (const { sessionId } of sessions)
        left.push((await unit.operatorSessions.lock(sessionId)) !== undefined)
      for (const { verifier } of ends) left.push((await unit.sessionTickets.lock(verifier)) !== undefined)
      expect(left).to.deep.equal([false, false, true, true, false, false, true])
    })
  })
}

/** Sessions of super admins, and the tickets of sessions. */
export const operatorSessionsSuite = (open: OpenStorage): void => {
  describe('sessions of super admins', () => {
    const at = useStorage(open)
    whose(at)
    tickets(at)
    describe('over time', () => forgetting(useStorage(open, 'test')))
  })
}
