import { expect } from 'chai'
import { operatorAuthentication } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aHolder, FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }

/** A super admin, and the authentication of the console. */
const anAuthentication = () => {
  const { ports: plain, memory, time } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const holder = aHolder()
  const { people } = memory.tables
  people.users.set(holder.user.userId, holder.user)
  people.superAdmins.set(holder.user.userId, holder.admin)
  const authentication = operatorAuthentication(ports, proveIdentity(ports))
  const claim = (changes: object = {}) => ({
    email: holder.user.email,
    password: 'right',
    code: holder.codeOf(0, time.clock.nowMs()),
    ...changes,
  })
  return {
    ...holder,
    authentication,
    people,
    time,
    claim,
    admitted: () => right(authentication.admit(claim(), HERE)),
  }
}

describe('A super admin in person', () => {
  it('signs in with address, password and second factor, and gets the present permissions', async () => {
    const { admitted, user, admin } = anAuthentication()
    const operator = await admitted()
    expect(operator.audience).to.equal('adminConsole')
    expect(operator.facts.user).to.deep.equal(user)
    expect(operator.facts.admin?.permissions).to.deep.equal(admin.permissions)
    expect(operator.facts.memberships).to.deep.equal([])
  })

  it("can't sign in with less, and gets the same response in every case", async () => {
    const { authentication, claim, people, user } = anAuthentication()
    for (const changes of [{ password: 'wrong' }, { code: '000000' }, { email: 'nobody@example.org' }])
      expect(await left(authentication.admit(claim(changes), HERE)), JSON.stringify(changes)).to.deep.equal({
        _tag: 'InvalidCredentials',
        fields: [],
      })
    people.superAdmins.delete(user.userId)
    expect(await left(authentication.admit(claim(), HERE))).to.have.property('_tag', 'InvalidCredentials')
  })

  it('stays the same caller until the password changes, or they are disabled or no longer a super admin', async () => {
    const endings = [
      ({ people, user }: ReturnType<typeof anAuthentication>) =>
        people.users.set(user.userId, { ...user, passwordHash: 'plain:other' }),
      ({ people, user }: ReturnType<typeof anAuthentication>) =>
        people.users.set(user.userId, { ...user, status: 'disabled' }),
      ({ people, user }: ReturnType<typeof anAuthentication>) => people.superAdmins.delete(user.userId),
    ]
    for (const end of endings) {
      const at = anAuthentication()
      const operator = await at.admitted()
      expect((await at.authentication.renew(operator, 0))._tag).to.equal('Right')
      end(at)
      expect(await at.authentication.renew(operator, 0)).to.deep.equal({
        _tag: 'Left',
        left: { _tag: 'Unauthenticated', fields: [] },
      })
    }
  })

  it('has the permissions of the present moment', async () => {
    const { admitted, authentication, people, admin } = anAuthentication()
    const operator = await admitted()
    people.superAdmins.set(admin.userId, { ...admin, permissions: ['admin.support'] })
    const later = await right(() => authentication.renew(operator, 0))
    expect(later.facts.admin?.permissions).to.deep.equal(['admin.support'])
  })

  it('has to sign in again after twelve hours', async () => {
    const { admitted, authentication, time } = anAuthentication()
    const operator = await admitted()
    await time.advance(12 * HOUR_MS - 1)
    expect((await authentication.renew(operator, 0))._tag).to.equal('Right')
    await time.advance(1)
    expect((await authentication.renew(operator, 0))._tag).to.equal('Left')
  })
})
