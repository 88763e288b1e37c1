import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { failedProofs } from '@postrider/core/identity/use-cases/people/failed-proofs'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { confirmSecondFactor } from '@postrider/core/identity/use-cases/people/confirm-second-factor'
import { aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { plainPasswords } from '../../../fakes/plain-secrets.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-of-the-test', clientAddress: '203.0.113.9' }

/** A sign-in that fails, and what is logged about it. */
const aSignIn = () => {
  const world = aWorld()
  const ports = { ...world.ports, ...FACTOR_PORTS, passwords: plainPasswords }
  const user = aUser({ passwordHash: 'plain:right' })
  world.memory.tables.people.users.set(user.userId, user)
  const report = failedProofs(ports)
  const prove = proveIdentity(ports, report)
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...world,
    ports,
    user,
    report,
    fail: async (email = user.email, origin = HERE) => {
      const answer = await prove({ email, password: 'wrong' }, origin)()
      await settled()
      return E.isLeft(answer) ? answer.left._tag : 'Proved'
    },
    settled,
    events: () => world.memory.tables.audit,
    mails: () => [...world.memory.tables.mailJobs.values()].map(({ kind }) => kind),
  }
}

describe('A failed sign-in', () => {
  it('is logged for the platform with the user, the request and a keyed digest of the address', async () => {
    const { fail, user, events } = aSignIn()
    expect(await fail()).to.equal('InvalidCredentials')
    expect(await fail(user.email.toUpperCase())).to.equal('InvalidCredentials')
    const [first, second] = events()
    expect(first).to.deep.include({
      action: 'sign_in.fail',
      actor: { kind: 'user', id: user.userId },
      target: user.userId,
      organizationId: undefined,
      outcome: 'refused',
      ...HERE,
    })
    expect(first?.details['addressDigest']).to.match(/^[0-9a-f]{32}$/)
    expect(second?.details).to.deep.equal(first?.details)
    expect(JSON.stringify(events())).not.to.include(user.emailKey)
  })

  it('for an unknown address is logged once a minute for each client network', async () => {
    const { fail, events, time } = aSignIn()
    for (let at = 0; at < 4; at += 1) await fail(`nobody${at}@example.com`)
    expect(events().map(({ target }) => target)).to.deep.equal(['unknown'])
    await fail('nobody@example.com', { ...HERE, clientAddress: '198.51.100.7' })
    await time.advance(MINUTE_MS)
    await fail('nobody@example.com')
    expect(events()).to.have.length(3)
  })

  it("that starts a block is logged separately, and the account's owner gets one email a day", async () => {
    const { fail, events, mails, time } = aSignIn()
    for (let at = 0; at < 5; at += 1) await fail()
    expect(events().map(({ action }) => action)).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'sign_in.fail'),
      'sign_in.block',
    ])
    expect(mails()).to.deep.equal(['sign_in_blocked'])
    expect(await fail()).to.equal('TooManyRequests')
    await time.advance(20 * MINUTE_MS)
    for (let at = 0; at < 5; at += 1) await fail()
    expect(mails()).to.deep.equal(['sign_in_blocked'])
  })
})

describe('A failed second factor', () => {
  it('is logged with the user and the session', async () => {
    const { ports, memory, user, report, settled, events } = aSignIn()
    memory.tables.people.superAdmins.set(
      user.userId,
      aSuperAdmin({ userId: user.userId, sealedTotpSecret: 'none' }),
    )
    const confirm = confirmSecondFactor({ ...ports, reportFailure: report }, 'super admins')
    const nothing = () => Promise.resolve(E.right({ result: undefined, acts: [] }))
    const holder = { user: { ...user, passwordHash: 'plain:other' }, credentialId: 'ses_1' }
    memory.tables.people.superAdmins.delete(user.userId)
    expect(E.isLeft(await confirm(holder, '123456', HERE, nothing)())).to.equal(true)
    await settled()
    expect(events().at(-1)).to.deep.include({
      action: 'second_factor.fail',
      actor: { kind: 'user', id: user.userId },
      credentialId: 'ses_1',
      outcome: 'refused',
    })
  })
})
