import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import {
  disableUserByCommand,
  enableUserByCommand,
} from '@postrider/core/identity/use-cases/people/switch-user'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aStoredHolder, claimOf, consoleSignIns } from '../../../../builders/a-console.js'
import { FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { aStoredPerson, websiteSignIns } from '../../../../builders/a-website.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const ORIGIN = 'https://app.example.com'

/** A person at the website. */
const aWebsite = async () => {
  const { ports: plain, memory, time } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const user = await aStoredPerson(ports)
  const { website, sessions } = websiteSignIns(ports)
  const claim = { email: user.email, password: 'right' }
  const begin = () => right(sessions.begin(claim, HERE))
  return { ...memory.tables, ports, user, claim, memory, time, website, sessions, begin }
}

type Website = Awaited<ReturnType<typeof aWebsite>>

const unauthenticated = { _tag: 'Unauthenticated', fields: [] }

describe('A session at the website', () => {
  it('starts with address and password, and is recognized by its token afterwards', async () => {
    const { begin, sessions, user, people, audit } = await aWebsite()
    const { token, user: signedIn } = await begin()
    expect(signedIn).to.include({ _tag: 'WebsiteUser', audience: 'customerWebsite' })
    expect(signedIn.facts.user).to.deep.equal(user)
    expect(await right(sessions.find(token))).to.deep.equal(signedIn)
    const [kept] = people.personSessions.values()
    expect(kept).to.deep.equal(signedIn.facts.session)
    expect(kept).to.include({ userId: user.userId, clientAddress: HERE.clientAddress })
    expect(JSON.stringify([...people.personSessions.values()])).to.not.include(token)
    expect(audit.at(-1)).to.deep.include({
      actor: { kind: 'user', id: user.userId },
      credentialId: kept?.sessionId,
      action: 'person_session.begin',
      ...HERE,
    })
  })

  it('never starts with less, always returns the same response, and then leaves nothing behind', async () => {
    const { sessions, claim, people, ports } = await aWebsite()
    const disabled = await aStoredPerson(ports)
    await exclusively(ports, async (unit) => {
      const held = await unit.users.lock(disabled.userId)
      if (held !== undefined) unit.users.replace({ ...held, status: 'disabled' })
    })
    for (const other of [{ password: 'wrong' }, { email: 'nobody@example.org' }, { email: disabled.email }])
      expect(await left(sessions.begin({ ...claim, ...other }, HERE))).to.deep.equal({
        _tag: 'InvalidCredentials',
        fields: [],
      })
    expect(people.personSessions.size).to.equal(0)
    for (const token of [undefined, '', 'person:unknown', 'ticket:unknown'])
      expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
  })

  it('ends if it is the oldest of eleven', async () => {
    const { begin, sessions } = await aWebsite()
    const tokens: string[] = []
    for (let count = 0; count < 11; count += 1) tokens.push((await begin()).token)
    const [oldest = '', next = ''] = tokens
    expect(await left(sessions.find(oldest))).to.deep.equal(unauthenticated)
    expect((await right(sessions.find(next)))._tag).to.equal('WebsiteUser')
  })

  it("ends after a day without an action, and reading isn't an action", async () => {
    const { begin, sessions, website, time, ports } = await aWebsite()
    const { token, user } = await begin()
    await time.advance(DAY_MS - 1)
    const found = await right(sessions.find(token))
    const { runOperation } = createPostrider(ports)
    await right(runOperation(found, 'getCustomerContext', {}, HERE))
    await time.advance(1)
    expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
    expect(await left(sessions.touch(found))).to.deep.equal(unauthenticated)
    expect(await left(() => website.renew(user, 0))).to.deep.equal(unauthenticated)
    // A cached caller who only reads is checked only by the clock.
    expect(await left(runOperation(found, 'getCustomerContext', {}, HERE))).to.deep.equal(unauthenticated)
  })

  it('continues while its user acts, with one write a minute, for at most thirty days', async () => {
    const { begin, sessions, time, memory, people } = await aWebsite()
    const { token, user } = await begin()
    const units = () => memory.faults.calls('transact')
    const before = units()
    await time.advance(MINUTE_MS - 1)
    expect(await right(sessions.touch(user))).to.equal(user)
    expect(units()).to.equal(before)
    await time.advance(1)
    let present = await right(sessions.touch(user))
    expect(units()).to.equal(before + 1)
    expect(present.facts.session).to.deep.equal([...people.personSessions.values()][0])
    for (let half = 0; half < 59; half += 1) {
      await time.advance(12 * HOUR_MS)
      present = await right(sessions.touch(present))
    }
    await time.advance(12 * HOUR_MS - MINUTE_MS - 1)
    expect((await right(sessions.find(token)))._tag).to.equal('WebsiteUser')
    await time.advance(1)
    expect(await left(sessions.touch(present))).to.deep.equal(unauthenticated)
    expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
  })

  it('ends for good with a new password, and if its user is disabled', async () => {
    const endings: ReadonlyArray<(at: Website) => unknown> = [
      ({ people, user }) => people.users.set(user.userId, { ...user, passwordHash: 'plain:other' }),
      async ({ ports, user }) => {
        const order = {
          actor: { kind: 'operator', id: 'x' },
          reason: 'Lost a laptop.',
          email: user.email,
        } as const
        await right(disableUserByCommand(ports)(order))
        await right(enableUserByCommand(ports)(order))
      },
    ]
    for (const end of endings) {
      const at = await aWebsite()
      const { token, user } = await at.begin()
      const ticket = await right(at.sessions.ticket(token, ORIGIN))
      await end(at)
      expect(await left(at.sessions.find(token))).to.deep.equal(unauthenticated)
      expect(await left(() => at.website.renew(user, 0))).to.deep.equal(unauthenticated)
      expect(await left(at.sessions.redeem(ticket, ORIGIN))).to.deep.equal(unauthenticated)
    }
  })

  it('ends by signing out, at a new epoch, logged once, and without ending others', async () => {
    const at = await aWebsite()
    const [one, other] = [await at.begin(), await at.begin()]
    const epoch = await right(at.ports.storage.catalog.epoch())
    await right(at.sessions.end(one.token, HERE))
    expect(await right(at.ports.storage.catalog.epoch())).to.equal(epoch + 1)
    expect(await left(at.sessions.find(one.token))).to.deep.equal(unauthenticated)
    expect(await left(() => at.website.renew(one.user, epoch + 1))).to.deep.equal(unauthenticated)
    expect(await left(at.sessions.end(one.token, HERE))).to.deep.equal(unauthenticated)
    expect((await right(at.sessions.find(other.token)))._tag).to.equal('WebsiteUser')
    expect(at.audit.at(-1)).to.deep.include({
      actor: { kind: 'user', id: at.user.userId },
      credentialId: one.user.facts.session.sessionId,
      action: 'person_session.end',
      ...HERE,
    })
  })

  it('gives a super admin only the permissions that they have as a person', async () => {
    const at = await aWebsite()
    const holder = await aStoredHolder(at.ports)
    const { user } = await right(at.sessions.begin(claimOf(holder, at.time.clock.nowMs()), HERE))
    expect(user.facts.admin).to.equal(undefined)
    const { runOperation } = createPostrider(at.ports)
    expect(await left(runOperation(user, 'listAuditEvents', {}, HERE))).to.include({ _tag: 'NotFound' })
  })

  it('has the calls and responses of the API, and request ids work across both', async () => {
    const at = await aWebsite()
    const { runOperation, signIn, authenticatePerson } = createPostrider(at.ports)
    const { accessToken } = await right(signIn(at.claim, HERE))
    const person = await right(authenticatePerson(accessToken))
    const { user } = await at.begin()
    const body = {
      displayName: 'Acme', legalName: 'Acme Ltd', brandName: 'Acme', projectName: 'Shop', environment: 'test',
      requestId: fresh.hex(16),
    } // prettier-ignore
    const first = await right(runOperation(person, 'createOrganization', body, HERE))
    const again = await right(runOperation(user, 'createOrganization', body, HERE))
    expect([first.replayed, again.replayed]).to.deep.equal([false, true])
    expect(again.result).to.deep.equal({ ...first.result, replayed: true })
  })
})

describe('A ticket of the website', () => {
  it('lets its web origin in once', async () => {
    const { begin, sessions, people } = await aWebsite()
    const { token, user } = await begin()
    const ticket = await right(sessions.ticket(token, ORIGIN))
    for (const [given, origin] of [
      [ticket, 'https://elsewhere.example.com'],
      [token, ORIGIN],
      ['ticket:unknown', ORIGIN],
    ] as const)
      expect(await left(sessions.redeem(given, origin))).to.deep.equal(unauthenticated)
    expect(await right(sessions.redeem(ticket, ORIGIN))).to.deep.equal(user)
    expect(await left(sessions.redeem(ticket, ORIGIN))).to.deep.equal(unauthenticated)
    expect(people.sessionTickets.size).to.equal(0)
  })

  it('is invalid at the console and the other way round, also for the same web origin', async () => {
    const at = await aWebsite()
    const holder = await aStoredHolder(at.ports)
    const atConsole = consoleSignIns(at.ports).sessions
    const { token } = await right(atConsole.begin(claimOf(holder, at.time.clock.nowMs()), HERE))
    const ofConsole = await right(atConsole.ticket(token, ORIGIN))
    const own = await at.begin()
    const ofWebsite = await right(at.sessions.ticket(own.token, ORIGIN))
    expect(await left(at.sessions.redeem(ofConsole, ORIGIN))).to.deep.equal(unauthenticated)
    expect(await left(atConsole.redeem(ofWebsite, ORIGIN))).to.deep.equal(unauthenticated)
    // The cookies aren't interchangeable either.
    expect(await left(at.sessions.find(token))).to.deep.equal(unauthenticated)
    expect(await left(atConsole.find(own.token))).to.deep.equal(unauthenticated)
    expect((await right(atConsole.redeem(ofConsole, ORIGIN)))._tag).to.equal('Operator')
    expect((await right(at.sessions.redeem(ofWebsite, ORIGIN)))._tag).to.equal('WebsiteUser')
  })
})
