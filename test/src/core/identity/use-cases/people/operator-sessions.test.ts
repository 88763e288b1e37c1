import { expect } from 'chai'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import {
  disableUserByCommand,
  enableUserByCommand,
} from '@postrider/core/identity/use-cases/people/switch-user'
import { left, right } from '@postrider/conformance/outcome'
import { aStoredHolder, claimOf, consoleSignIns } from '../../../../builders/a-console.js'
import { FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const ORIGIN = 'https://console.example.com'
const CODE_MS = 30 * SECOND_MS

/** A super admin at the console. */
const aConsole = async () => {
  const { ports: plain, memory, time } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const holder = await aStoredHolder(ports)
  const { operators, sessions } = consoleSignIns(ports)
  const nowMs = () => time.clock.nowMs()
  const begin = async () => {
    await time.advance(CODE_MS)
    return right(sessions.begin(claimOf(holder, nowMs()), HERE))
  }
  return { ...holder, ...memory.tables, ports, holder, memory, time, nowMs, operators, sessions, begin }
}

type Console = Awaited<ReturnType<typeof aConsole>>

const unauthenticated = { _tag: 'Unauthenticated', fields: [] }

describe('A session at the console', () => {
  it('starts with address, password and code, and is recognized by its token afterwards', async () => {
    const { begin, sessions, user, people, audit } = await aConsole()
    const { token, operator } = await begin()
    expect(operator).to.include({ _tag: 'Operator', audience: 'adminConsole' })
    expect(operator.facts.user).to.deep.equal(user)
    expect(await right(sessions.find(token))).to.deep.equal(operator)
    const [kept] = people.operatorSessions.values()
    expect(kept).to.include({ userId: user.userId, clientAddress: HERE.clientAddress })
    expect(JSON.stringify([...people.operatorSessions.values()])).to.not.include(token)
    expect(audit.map(({ action, credentialId }) => [action, credentialId])).to.deep.equal([
      ['second_factor.confirm', undefined],
      ['operator_session.begin', kept?.sessionId],
    ])
  })

  it('never starts with less, and then leaves nothing behind', async () => {
    const { sessions, people, holder, nowMs } = await aConsole()
    const claim = claimOf(holder, nowMs())
    for (const changes of [{ password: 'wrong' }, { code: '000000' }, { email: 'nobody@example.org' }])
      expect(await left(sessions.begin({ ...claim, ...changes }, HERE))).to.include({
        _tag: 'InvalidCredentials',
      })
    expect(people.operatorSessions.size).to.equal(0)
    expect(await left(sessions.find(undefined))).to.deep.equal(unauthenticated)
    for (const token of ['', 'operator:unknown', 'ticket:unknown'])
      expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
  })

  it('ends if it is the oldest of eleven', async () => {
    const { begin, sessions } = await aConsole()
    const tokens: string[] = []
    for (let count = 0; count < 11; count += 1) tokens.push((await begin()).token)
    const [oldest = '', next = ''] = tokens
    expect(await left(sessions.find(oldest))).to.deep.equal(unauthenticated)
    expect((await right(sessions.find(next)))._tag).to.equal('Operator')
  })

  it("ends after half an hour without an action, and reading isn't an action", async () => {
    const { begin, sessions, operators, time } = await aConsole()
    const { token, operator } = await begin()
    await time.advance(30 * MINUTE_MS - 1)
    const found = await right(sessions.find(token))
    await time.advance(1)
    expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
    expect(await left(sessions.touch(found))).to.deep.equal(unauthenticated)
    expect(await left(() => operators.renew(operator, 0))).to.deep.equal(unauthenticated)
  })

  it('continues while its user acts, with one write a minute, for at most twelve hours', async () => {
    const { begin, sessions, time, memory, people } = await aConsole()
    const { token, operator } = await begin()
    const units = () => memory.faults.calls('transact')
    const before = units()
    await time.advance(MINUTE_MS - 1)
    expect(await right(sessions.touch(operator))).to.equal(operator)
    expect(units()).to.equal(before)
    await time.advance(1)
    let present = await right(sessions.touch(operator))
    expect(units()).to.equal(before + 1)
    expect(present.proof.session).to.deep.equal([...people.operatorSessions.values()][0])
    // A cached caller finds that it was written meanwhile.
    await time.advance(MINUTE_MS - 1)
    expect((await right(sessions.touch(operator))).proof.session).to.deep.equal(present.proof.session)
    for (let quarters = 1; quarters < 48; quarters += 1) {
      await time.advance(15 * MINUTE_MS - (quarters === 1 ? 2 * MINUTE_MS - 1 : 0))
      present = await right(sessions.touch(present))
    }
    await time.advance(15 * MINUTE_MS - 1)
    expect((await right(sessions.find(token)))._tag).to.equal('Operator')
    await time.advance(1)
    expect(await left(sessions.touch(present))).to.deep.equal(unauthenticated)
    expect(await left(sessions.find(token))).to.deep.equal(unauthenticated)
  })

  it('ends for good with a new password, and if its user is disabled or no longer a super admin', async () => {
    const endings: ReadonlyArray<(at: Console) => unknown> = [
      ({ people, user }) => people.users.set(user.userId, { ...user, passwordHash: 'plain:other' }),
      ({ people, user }) => people.users.set(user.userId, { ...user, passwordHash: undefined }),
      ({ people, user }) => people.superAdmins.delete(user.userId),
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
      const at = await aConsole()
      const { token, operator } = await at.begin()
      const ticket = await right(at.sessions.ticket(token, ORIGIN))
      await end(at)
      expect(await left(at.sessions.find(token))).to.deep.equal(unauthenticated)
      expect(await left(() => at.operators.renew(operator, 0))).to.deep.equal(unauthenticated)
      expect(await left(at.sessions.redeem(ticket, ORIGIN))).to.deep.equal(unauthenticated)
      expect(await left(at.sessions.confirm(token, at.codeOf(9, at.nowMs()), HERE))).to.deep.equal(
        unauthenticated,
      )
    }
  })

  it('ends by signing out, at a new epoch, logged once, and without ending others', async () => {
    const at = await aConsole()
    const [one, other] = [await at.begin(), await at.begin()]
    const epoch = await right(at.ports.storage.catalog.epoch())
    await right(at.sessions.end(one.token, HERE))
    expect(await right(at.ports.storage.catalog.epoch())).to.equal(epoch + 1)
    expect(await left(at.sessions.find(one.token))).to.deep.equal(unauthenticated)
    expect(await left(() => at.operators.renew(one.operator, epoch + 1))).to.deep.equal(unauthenticated)
    expect(await left(at.sessions.end(one.token, HERE))).to.deep.equal(unauthenticated)
    expect((await right(at.sessions.find(other.token)))._tag).to.equal('Operator')
    expect(at.audit.at(-1)).to.deep.include({
      actor: { kind: 'operator', id: at.user.userId },
      credentialId: one.operator.proof.session?.sessionId,
      action: 'operator_session.end',
      ...HERE,
    })
    expect(await right(at.ports.storage.catalog.epoch())).to.equal(epoch + 1)
  })

  it('is confirmed again by an unused code, even if other failures count against the address', async () => {
    const at = await aConsole()
    const { token, operator } = await at.begin()
    await at.time.advance(10 * MINUTE_MS)
    expect(await left(at.sessions.confirm(token, '000000', HERE))).to.include({ _tag: 'InvalidCredentials' })
    await left(at.sessions.begin({ email: at.user.email, password: 'wrong', code: '1' }, HERE))
    const counted = () => [...at.people.throttles.values()].map(({ failures }) => failures)
    expect(counted()).to.include.members([1])
    const code = at.codeOf(0, at.nowMs())
    const confirmed = await right(at.sessions.confirm(token, code, HERE))
    expect(confirmed.proof.confirmedAtMs).to.equal(at.nowMs())
    expect(operator.proof.confirmedAtMs).to.equal(at.nowMs() - 10 * MINUTE_MS)
    expect(await right(at.sessions.find(token))).to.deep.equal(confirmed)
    expect(at.audit.at(-1)).to.deep.include({
      action: 'second_factor.confirm',
      credentialId: confirmed.proof.session?.sessionId,
    })
    // The failed passwords aren't forgiven.
    expect(counted()).to.include.members([1])
    expect(await left(at.sessions.confirm(token, code, HERE))).to.include({ _tag: 'InvalidCredentials' })
  })
})

describe('A ticket', () => {
  it('is issued a hundred times at once to a session, and twice a second afterwards', async () => {
    const { begin, sessions, time, people } = await aConsole()
    const [{ token }, other] = [await begin(), await begin()]
    for (let count = 0; count < 100; count += 1) await right(sessions.ticket(token, ORIGIN))
    const refused = await left(sessions.ticket(token, ORIGIN))
    expect(refused).to.deep.equal({ _tag: 'TooManyRequests', fields: [], retryAfterMs: SECOND_MS / 2 })
    expect(people.sessionTickets.size).to.equal(100)
    await right(sessions.ticket(other.token, ORIGIN))
    await time.advance(SECOND_MS / 2)
    await right(sessions.ticket(token, ORIGIN))
    expect(await left(sessions.ticket(token, ORIGIN))).to.include({ _tag: 'TooManyRequests' })
  })

  it('lets its web origin in once, and is stored only as a verifier', async () => {
    const { begin, sessions, people } = await aConsole()
    const { token, operator } = await begin()
    const ticket = await right(sessions.ticket(token, ORIGIN))
    expect(JSON.stringify([...people.sessionTickets])).to.not.include(ticket)
    for (const [given, origin] of [
      [ticket, 'https://elsewhere.example.com'],
      [token, ORIGIN],
      ['ticket:unknown', ORIGIN],
    ] as const)
      expect(await left(sessions.redeem(given, origin))).to.deep.equal(unauthenticated)
    expect(await right(sessions.redeem(ticket, ORIGIN))).to.deep.equal(operator)
    expect(await left(sessions.redeem(ticket, ORIGIN))).to.deep.equal(unauthenticated)
    expect(people.sessionTickets.size).to.equal(0)
  })

  it('is valid for 30 seconds', async () => {
    const { begin, sessions, time } = await aConsole()
    const { token } = await begin()
    const [one, other] = [
      await right(sessions.ticket(token, ORIGIN)),
      await right(sessions.ticket(token, ORIGIN)),
    ]
    await time.advance(30 * SECOND_MS - 1)
    expect((await right(sessions.redeem(one, ORIGIN)))._tag).to.equal('Operator')
    await time.advance(1)
    expect(await left(sessions.redeem(other, ORIGIN))).to.deep.equal(unauthenticated)
  })

  it('needs a session when it is issued and when it is used', async () => {
    const { begin, sessions } = await aConsole()
    expect(await left(sessions.ticket('operator:unknown', ORIGIN))).to.deep.equal(unauthenticated)
    const { token } = await begin()
    const ticket = await right(sessions.ticket(token, ORIGIN))
    await right(sessions.end(token, HERE))
    expect(await left(sessions.redeem(ticket, ORIGIN))).to.deep.equal(unauthenticated)
    expect(await left(sessions.ticket(token, ORIGIN))).to.deep.equal(unauthenticated)
  })
})
