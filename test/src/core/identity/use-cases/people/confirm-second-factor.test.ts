import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import {
  confirmSecondFactor,
  type ConfirmedWork,
} from '@postrider/core/identity/use-cases/people/confirm-second-factor'
import { type ProvenIdentity, proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { signIn } from '@postrider/core/identity/use-cases/people/sign-in'
import { throttleKeys } from '@postrider/core/identity/use-cases/people/throttled-attempts'
import { aHolder, FACTOR_PORTS, type Holder } from '../../../../builders/a-second-factor.js'
import { aUser } from '@postrider/conformance/builders/a-user'
import { left, right, thrown } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const STEP_MS = 30_000
const FREE = 5

const nothing: ConfirmedWork<string> = async () => E.right({ result: 'confirmed', acts: [] })

/** A super admin who has to confirm a second factor. */
const aConfirmation = (holder: Holder = aHolder()) => {
  const { ports: plain, memory, time } = aWorld()
  let looks = 0
  const totp: typeof FACTOR_PORTS.totp = {
    ...FACTOR_PORTS.totp,
    stepOf: (...args) => ((looks += 1), FACTOR_PORTS.totp.stepOf(...args)),
  }
  const ports = { ...plain, ...FACTOR_PORTS, totp }
  const { people } = memory.tables
  people.users.set(holder.user.userId, holder.user)
  people.superAdmins.set(holder.user.userId, holder.admin)
  const confirm = confirmSecondFactor(ports, 'super admins')
  const proved: ProvenIdentity = {
    user: holder.user,
    keys: throttleKeys(ports, 'sign-in', holder.user.emailKey, HERE),
  }
  return {
    ...holder,
    ports,
    memory,
    time,
    people,
    proved,
    confirm,
    looks: () => looks,
    offer: (code: string, from = HERE) => confirm(proved, code, from, nothing),
    codeNow: (steps = 0) => holder.codeOf(steps, time.clock.nowMs()),
    kept: () => people.superAdmins.get(holder.user.userId),
  }
}

const tagOf = (answer: E.Either<{ readonly _tag: string }, unknown>): string =>
  answer._tag === 'Left' ? answer.left._tag : 'Confirmed'

const count = (tags: readonly string[], tag: string): number => tags.filter((each) => each === tag).length

describe('A second factor', () => {
  it('is confirmed by the code of the present or the previous step, and by no other', async () => {
    for (const [steps, expected] of [
      [-2, 'InvalidCredentials'],
      [-1, 'Confirmed'],
      [0, 'Confirmed'],
      [1, 'InvalidCredentials'],
    ] as const) {
      const { offer, codeNow } = aConfirmation()
      expect(tagOf(await offer(codeNow(steps))()), String(steps)).to.equal(expected)
    }
  })

  it('accepts a code in two halves, as authenticators show it', async () => {
    const { offer, codeNow } = aConfirmation()
    expect(await right(offer(codeNow().replace(/^.../, '$& ')))).to.equal('confirmed')
  })

  it('accepts no code twice, nor one from before the last', async () => {
    const { offer, codeNow, time } = aConfirmation()
    const [before, code] = [codeNow(-1), codeNow()]
    expect(tagOf(await offer(code)())).to.equal('Confirmed')
    for (const spent of [code, before]) expect(tagOf(await offer(spent)())).to.equal('InvalidCredentials')
    await time.advance(STEP_MS)
    expect(tagOf(await offer(code)())).to.equal('InvalidCredentials')
    expect(tagOf(await offer(codeNow())())).to.equal('Confirmed')
  })

  it('can be replaced by each recovery code once, in any spelling', async () => {
    const { offer, recoveryCodes, kept } = aConfirmation()
    const [first = '', second = ''] = recoveryCodes
    expect(tagOf(await offer(first)())).to.equal('Confirmed')
    expect(kept()?.recoveryVerifiers).to.have.length(9)
    expect(tagOf(await offer(first)())).to.equal('InvalidCredentials')
    expect(tagOf(await offer(second.toUpperCase().replaceAll('-', ' '))())).to.equal('Confirmed')
    expect(kept()).to.deep.include({ lastTotpStep: 0 })
    expect(kept()?.recoveryVerifiers).to.have.length(8)
  })

  it('is confirmed by one of many concurrent uses of a code', async () => {
    for (const kind of ['authenticator', 'recovery code']) {
      const { offer, codeNow, recoveryCodes } = aConfirmation()
      const code = kind === 'authenticator' ? codeNow() : (recoveryCodes[3] ?? '')
      const answers = await Promise.all(Array.from({ length: 20 }, () => offer(code)()))
      const tags = answers.map(tagOf)
      expect(count(tags, 'Confirmed'), kind).to.equal(1)
      expect(count(tags, 'InvalidCredentials') + count(tags, 'TooManyRequests'), kind).to.equal(19)
    }
  })

  it('is refused with the same response after the same work, for any error', async () => {
    const spent = aHolder()
    const changed = aConfirmation()
    const disabled = aConfirmation(aHolder({ status: 'disabled' }))
    const nobody = aConfirmation()
    const used = aConfirmation({ ...spent, admin: { ...spent.admin, lastTotpStep: Number.MAX_SAFE_INTEGER } })
    changed.people.users.set(changed.user.userId, { ...changed.user, passwordHash: 'plain:another' })
    nobody.people.superAdmins.clear()
    for (const [why, confirmation, code] of [
      ['used', used, used.codeNow()],
      ['wrong', used, 'no code at all'],
      ['a recovery code of another', used, changed.recoveryCodes[0] ?? ''],
      ['another password since', changed, changed.codeNow()],
      ['disabled', disabled, disabled.codeNow()],
      ['no super admin', nobody, nobody.codeNow()],
    ] as const) {
      const [looks, units] = [confirmation.looks(), confirmation.memory.faults.calls('transact')]
      expect(await left(confirmation.offer(code)), why).to.deep.equal({
        _tag: 'InvalidCredentials',
        fields: [],
      })
      expect(confirmation.looks() - looks, why).to.equal(1)
      expect(confirmation.memory.faults.calls('transact') - units, why).to.equal(2)
      expect(confirmation.memory.tables.audit, why).to.deep.equal([])
    }
  })

  it('checks a code only after its attempt is stored, and not if it comes too soon', async () => {
    const { offer, codeNow, looks, memory } = aConfirmation()
    memory.faults.plan('transact', 'commit lost')
    expect(tagOf(await offer(codeNow())())).to.equal('CommitUnknown')
    expect(looks()).to.equal(0)
    for (let tries = 0; tries < FREE; tries += 1) await offer('000')()
    expect(looks()).to.equal(FREE)
    expect(tagOf(await offer(codeNow())())).to.equal('TooManyRequests')
    expect(looks()).to.equal(FREE)
  })

  it('allows a fixed number of attempts, also concurrent ones, and then requires growing waits', async () => {
    const { offer, codeNow, time } = aConfirmation()
    const tags = (await Promise.all(Array.from({ length: 20 }, () => offer('000000x')()))).map(tagOf)
    expect([count(tags, 'InvalidCredentials'), count(tags, 'TooManyRequests')]).to.deep.equal([FREE, 15])
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const { retryAfterMs = 0 } = (await left(offer('000000x'))) as { readonly retryAfterMs?: number }
      waits.push(retryAfterMs)
      await time.advance(retryAfterMs)
      expect(tagOf(await offer('000000x')())).to.equal('InvalidCredentials')
    }
    expect(waits).to.deep.equal([30_000, 60_000, 120_000, 240_000])
    await time.advance(480_000)
    expect(tagOf(await offer(codeNow())())).to.equal('Confirmed')
  })

  it('allows no additional attempts after a new sign-in', async () => {
    const { offer, ports, user } = aConfirmation()
    const prove = proveIdentity(ports)
    for (let tries = 0; tries < FREE; tries += 1) await offer('000000x')()
    await right(prove({ email: user.email, password: 'right' }, HERE))
    const signedIn = await left(signIn(ports, prove)({ email: user.email, password: 'right' }, HERE))
    expect(signedIn._tag).to.equal('SecondFactorRequired')
    expect(tagOf(await offer('000000x')())).to.equal('TooManyRequests')
  })

  it('forgives all failures when it is confirmed, of codes and passwords', async () => {
    const { ports, confirm, user, recoveryCodes } = aConfirmation()
    const prove = proveIdentity(ports)
    const claim = { email: user.email, password: 'right' }
    for (let round = 0; round < 8; round += 1) {
      const refused = confirm(await right(prove(claim, HERE)), '000', HERE, nothing)
      expect(tagOf(await refused()), `refused, ${round}`).to.equal('InvalidCredentials')
      const confirmed = confirm(await right(prove(claim, HERE)), recoveryCodes[round] ?? '', HERE, nothing)
      expect(tagOf(await confirmed()), `confirmed, ${round}`).to.equal('Confirmed')
    }
  })

  it('logs each confirmation, with the number of remaining recovery codes', async () => {
    const { offer, codeNow, recoveryCodes, memory, user } = aConfirmation()
    await right(offer(codeNow()))
    await right(offer(recoveryCodes[9] ?? ''))
    const event = {
      actor: { kind: 'user', id: user.userId },
      action: 'second_factor.confirm',
      target: user.userId,
      organizationId: undefined,
      outcome: 'done',
      ...HERE,
    }
    const [first, second, ...more] = memory.tables.audit
    expect(first).to.deep.include({ ...event, details: { by: 'authenticator', recoveryCodesLeft: 10 } })
    expect(second).to.deep.include({ ...event, details: { by: 'recovery_code', recoveryCodesLeft: 9 } })
    expect(more).to.deep.equal([])
  })

  it('is spent together with the operation that it protects, or not at all', async () => {
    const { confirm, proved, codeNow, memory, kept } = aConfirmation()
    const stranger = aUser()
    const broken = confirm(proved, codeNow(), HERE, async () => {
      throw new Error('a bug')
    })
    expect(await thrown(broken)).to.have.property('message', 'a bug')
    expect([kept()?.lastTotpStep, memory.tables.audit.length]).to.deep.equal([0, 0])
    const act = {
      actor: { kind: 'user', id: stranger.userId },
      action: 'test.further',
      target: stranger.userId,
      organizationId: undefined,
      details: {},
    } as const
    const whole = confirm(proved, codeNow(), HERE, async () => E.right({ result: 7, acts: [act] }))
    expect(await right(whole)).to.equal(7)
    const actions = memory.tables.audit.map(({ action }) => action)
    expect(actions).to.deep.equal(['second_factor.confirm', 'test.further'])
  })
})
