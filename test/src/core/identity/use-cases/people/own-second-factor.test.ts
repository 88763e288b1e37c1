import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import { aMember } from '@postrider/conformance/builders/a-user'
import { left, right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aHolder, FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { totpCodeOf } from '../../../../builders/hand-totp.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const STEP_MS = 30_000

/** An owner at the website who can turn on a second factor. */
const aPlace = async (options: { readonly hasFactor?: boolean; readonly isAdmin?: boolean } = {}) => {
  const { ports: plain, memory, time, tenant } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const holder = aHolder()
  const { user } = holder
  const { organizationId } = tenant.organization
  await exclusively(ports, (unit) => {
    unit.users.add(user)
    unit.members.add(aMember({ userId: user.userId, organizationId }))
    if (options.hasFactor === true) unit.secondFactors.add(holder.factor)
    if (options.isAdmin === true) unit.superAdmins.add(holder.admin)
  })
  const postrider = createPostrider(ports)
  const claim = { email: user.email, password: 'right' }
  const codeNow = (secret?: string): string =>
    secret === undefined
      ? holder.codeOf(0, time.clock.nowMs())
      : totpCodeOf(secret, Math.floor(time.clock.nowMs() / STEP_MS))
  return { ...postrider, ...holder, ports, tables: memory.tables, time, tenant, claim, codeNow }
}

const tagOf = async (answer: () => Promise<{ readonly _tag: string }>): Promise<string> => {
  const { left: refused } = (await answer()) as { readonly left?: { readonly _tag: string } }
  return refused?._tag ?? 'right'
}

describe('A second factor for sign-ins', () => {
  for (const who of [{ hasFactor: true }, { isAdmin: true }])
    it(`is required at the API and at the website: ${Object.keys(who).join()}`, async () => {
      for (const place of ['signIn', 'personSessions'] as const) {
        const at = await aPlace(who)
        const begin = place === 'signIn' ? at.signIn : at.personSessions.begin
        expect(await tagOf(begin(at.claim, HERE))).to.equal('SecondFactorRequired')
        expect(await tagOf(begin({ ...at.claim, code: '000000' }, HERE))).to.equal('InvalidCredentials')
        expect(await tagOf(begin({ ...at.claim, password: 'wrong', code: at.codeNow() }, HERE))).to.equal(
          'InvalidCredentials',
        )
        const { people } = at.tables
        expect([people.sessions.size, people.personSessions.size]).to.deep.equal([0, 0])
      }
      const at = await aPlace(who)
      const { people } = at.tables
      await right(at.signIn({ ...at.claim, code: at.codeNow() }, HERE))
      await at.time.advance(STEP_MS)
      const nowMs = at.time.clock.nowMs()
      const { user } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
      expect(user.facts.session.confirmedAtMs).to.equal(nowMs)
      expect([...people.sessions.values()].map(({ confirmedAtMs }) => confirmedAtMs)).to.deep.equal([
        nowMs - STEP_MS,
      ])
    })

  it("isn't required of people without one, even if they send a code", async () => {
    const at = await aPlace()
    await right(at.signIn({ ...at.claim, code: '123456' }, HERE))
    expect((await right(at.personSessions.begin(at.claim, HERE))).user.facts.session.confirmedAtMs).to.equal(
      undefined,
    )
  })

  it('completes a two-step sign-in within five minutes, with a right code that is used once', async () => {
    const at = await aPlace({ hasFactor: true })
    const { begin, conclude } = at.personSessions
    const { pendingSignIn = '' } = (await left(begin(at.claim, HERE))) as { readonly pendingSignIn?: string }
    expect(pendingSignIn).to.not.equal('')
    expect(await tagOf(conclude(`${pendingSignIn}x`, at.codeNow(), HERE))).to.equal('Unauthenticated')
    expect(await tagOf(conclude(pendingSignIn, '000000', HERE))).to.equal('InvalidCredentials')
    const code = at.codeNow()
    expect(await tagOf(conclude(pendingSignIn, code, HERE))).to.equal('right')
    expect(await tagOf(conclude(pendingSignIn, code, HERE))).to.equal('InvalidCredentials')
    await at.time.advance(5 * MINUTE_MS)
    expect(await tagOf(conclude(pendingSignIn, at.codeNow(), HERE))).to.equal('Unauthenticated')
  })

  it("doesn't complete a sign-in whose password has changed since", async () => {
    const at = await aPlace({ hasFactor: true })
    const { begin, conclude } = at.personSessions
    const { pendingSignIn = '' } = (await left(begin(at.claim, HERE))) as { readonly pendingSignIn?: string }
    at.tables.people.users.set(at.user.userId, { ...at.user, passwordHash: 'plain:other' })
    expect(await tagOf(conclude(pendingSignIn, at.codeNow(), HERE))).to.equal('Unauthenticated')
  })
})

describe('The second factor of a person', () => {
  it('is turned on with password and code, reported by email, and ends every other session', async () => {
    const at = await aPlace()
    const other = await right(at.personSessions.begin(at.claim, HERE))
    const { token } = await right(at.personSessions.begin(at.claim, HERE))
    const own = at.ownSecondFactor
    expect((await right(own.show(token))).factor).to.equal(undefined)
    const { totpSecret, sealedFactor } = await right(own.begin(token))
    const proof = { sealedFactor, password: 'right', code: at.codeNow(totpSecret) }
    for (const [changed, tag] of [
      [{ password: 'wrong' }, 'InvalidCredentials'],
      [{ code: '000000' }, 'InvalidCredentials'],
      [{ sealedFactor: 'made up' }, 'InvalidRequest'],
    ] as const)
      expect(await tagOf(own.turnOn(token, { ...proof, ...changed }, HERE))).to.equal(tag)
    expect(at.tables.people.secondFactors.size).to.equal(0)
    const codes = await right(own.turnOn(token, proof, HERE))
    expect(new Set(codes).size).to.equal(10)
    expect((await right(own.show(token))).factor).to.deep.include({
      isOfSuperAdmin: false,
      recoveryCodesLeft: 10,
    })
    expect(await tagOf(at.personSessions.find(other.token))).to.equal('Unauthenticated')
    expect(at.tables.audit.map(({ action }) => action)).to.include('second_factor.turn_on')
    expect([...at.tables.mailJobs.values()].map(({ kind }) => kind)).to.deep.equal(['second_factor_changed'])
    expect(await tagOf(own.begin(token))).to.equal('Conflict')
    expect(await tagOf(own.turnOn(token, proof, HERE))).to.equal('Conflict')
    // A recovery code replaces the app once.
    const [code = ''] = codes
    expect(await tagOf(at.signIn({ ...at.claim, code }, HERE))).to.equal('right')
    expect(await tagOf(at.signIn({ ...at.claim, code }, HERE))).to.equal('InvalidCredentials')
  })

  it('gets new recovery codes with a code, and is removed with password and code', async () => {
    const at = await aPlace({ hasFactor: true })
    const own = at.ownSecondFactor
    const { token } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
    await at.time.advance(STEP_MS)
    const [fresh = ''] = await right(own.renewCodes(token, at.codeNow(), HERE))
    const [old = ''] = at.recoveryCodes
    const proof = { password: 'right', code: fresh }
    expect(await tagOf(own.turnOff(token, { ...proof, code: old }, HERE))).to.equal('InvalidCredentials')
    expect(await tagOf(own.turnOff(token, { ...proof, password: 'wrong' }, HERE))).to.equal(
      'InvalidCredentials',
    )
    await right(own.turnOff(token, proof, HERE))
    expect(at.tables.people.secondFactors.size).to.equal(0)
    expect((await right(at.personSessions.find(token))).facts.session.confirmedAtMs).to.equal(undefined)
    expect(await tagOf(at.signIn(at.claim, HERE))).to.equal('right')
  })

  it('is removed for a person who has lost it by an order, but not for a super admin', async () => {
    const at = await aPlace({ hasFactor: true })
    const { token } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
    const order = {
      actor: { kind: 'operator', id: 'olu' },
      reason: 'Lost the phone.',
      email: at.user.email,
    } as const
    expect(await tagOf(at.removeSecondFactorByCommand({ ...order, email: 'nobody@example.org' }))).to.equal(
      'NotFound',
    )
    await right(at.removeSecondFactorByCommand(order))
    expect(await tagOf(at.personSessions.find(token))).to.equal('Unauthenticated')
    expect(await tagOf(at.signIn(at.claim, HERE))).to.equal('right')
    expect(await tagOf(at.removeSecondFactorByCommand(order))).to.equal('Conflict')
    const admin = await aPlace({ isAdmin: true })
    expect(await tagOf(admin.removeSecondFactorByCommand({ ...order, email: admin.user.email }))).to.equal(
      'Conflict',
    )
  })

  it("of a super admin can't be changed at the website", async () => {
    const at = await aPlace({ isAdmin: true })
    const own = at.ownSecondFactor
    const { token } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
    const [one = '', other = ''] = at.recoveryCodes
    expect(await tagOf(own.begin(token))).to.equal('Conflict')
    expect(await tagOf(own.renewCodes(token, one, HERE))).to.equal('Conflict')
    expect(await tagOf(own.turnOff(token, { password: 'right', code: other }, HERE))).to.equal('Conflict')
    expect(at.tables.people.superAdmins.size).to.equal(1)
  })
})

describe('Dangerous operations of customers', () => {
  const invite = (at: Awaited<ReturnType<typeof aPlace>>) => ({
    organizationId: at.tenant.organization.organizationId,
    email: 'mina@example.org',
    role: 'viewer',
  })

  it('require a code of the last five minutes from a person with a second factor, at the website and over the API', async () => {
    const at = await aPlace({ hasFactor: true })
    const { token, user } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
    await at.time.advance(STEP_MS)
    const { accessToken } = await right(at.signIn({ ...at.claim, code: at.codeNow() }, HERE))
    const person = await right(at.authenticatePerson(accessToken))
    for (const caller of [user, person])
      expect(await tagOf(at.runOperation(caller, 'inviteOrganizationMember', invite(at), HERE))).to.equal(
        'right',
      )
    await at.time.advance(5 * MINUTE_MS + 1)
    for (const caller of [user, person])
      expect(await tagOf(at.runOperation(caller, 'inviteOrganizationMember', invite(at), HERE))).to.equal(
        'SecondFactorRequired',
      )
    expect(await tagOf(at.personSessions.confirm(token, '000000', HERE))).to.equal('InvalidCredentials')
    const confirmed = await right(at.personSessions.confirm(token, at.codeNow(), HERE))
    expect(await tagOf(at.runOperation(confirmed, 'inviteOrganizationMember', invite(at), HERE))).to.equal(
      'right',
    )
  })

  it('require nothing from a person without one', async () => {
    const at = await aPlace()
    const { user } = await right(at.personSessions.begin(at.claim, HERE))
    await at.time.advance(10 * MINUTE_MS)
    expect(await tagOf(at.runOperation(user, 'inviteOrganizationMember', invite(at), HERE))).to.equal('right')
  })
})

describe('An Organization that requires a second factor', () => {
  it("can't be read or changed by members without one, and shows them nothing below it", async () => {
    const at = await aPlace({ hasFactor: true })
    const { organization } = at.tenant
    const { organizationId } = organization
    const member = aHolder()
    await exclusively(at.ports, (unit) => {
      unit.users.add(member.user)
      unit.members.add(aMember({ userId: member.user.userId, organizationId }))
    })
    const claim = { email: member.user.email, password: 'right' }
    const without = (await right(at.personSessions.begin(claim, HERE))).user
    const order = { organizationId, isRequired: true, version: organization.version, reason: 'Our policy.' }
    expect(await tagOf(at.runOperation(without, 'requireSecondFactor', order, HERE))).to.equal('Conflict')
    const { user } = await right(at.personSessions.begin({ ...at.claim, code: at.codeNow() }, HERE))
    await right(at.runOperation(user, 'requireSecondFactor', order, HERE))
    const { accessToken } = await right(at.signIn(claim, HERE))
    const overApi = await right(at.authenticatePerson(accessToken))
    const again = (await right(at.personSessions.begin(claim, HERE))).user
    for (const caller of [without, overApi, again]) {
      for (const name of ['listOrganizationMembers', 'listServerCredentials'])
        expect(await tagOf(at.runOperation(caller, name, { organizationId }, HERE)), name).to.equal(
          'PermissionDenied',
        )
      const { result } = await right(at.runOperation(caller, 'getCustomerContext', {}, HERE))
      expect((result as { memberships: unknown[] }).memberships).to.have.length(1)
      expect((result as { memberships: unknown[] }).memberships[0]).to.deep.include({
        needsSecondFactor: true,
        permissions: [],
        brands: [],
      })
    }
    expect(await tagOf(at.runOperation(user, 'listOrganizationMembers', { organizationId }, HERE))).to.equal(
      'right',
    )
    const back = { ...order, isRequired: false, version: order.version + 1 }
    expect(await tagOf(at.runOperation(again, 'requireSecondFactor', back, HERE))).to.equal(
      'PermissionDenied',
    )
    await right(at.runOperation(user, 'requireSecondFactor', back, HERE))
    expect(await tagOf(at.runOperation(again, 'listOrganizationMembers', { organizationId }, HERE))).to.equal(
      'right',
    )
  })
})
