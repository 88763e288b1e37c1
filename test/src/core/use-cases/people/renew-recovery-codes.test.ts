import { expect } from 'chai'
import { proveIdentity } from '@postrider/core/use-cases/people/prove-identity'
import { renewRecoveryCodes } from '@postrider/core/use-cases/people/renew-recovery-codes'
import { aHolder, FACTOR_PORTS } from '../../../builders/a-second-factor.js'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const REASON = 'The old ones lay on the table.'
const OPERATOR = { kind: 'operator', id: 'cli:asha' } as const

/** A super admin who may have new recovery codes. */
const anAccount = () => {
  const { ports: plain, memory } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const holder = aHolder()
  const { people, audit } = memory.tables
  people.users.set(holder.user.userId, holder.user)
  people.superAdmins.set(holder.user.userId, holder.admin)
  const renew = renewRecoveryCodes(ports, proveIdentity(ports))
  const order = { actor: OPERATOR, reason: REASON, email: holder.user.email, password: 'right' }
  return {
    ...holder,
    audit,
    units: () => memory.faults.calls('transact'),
    renew: (code: string, changes: Partial<typeof order> = {}) => renew({ ...order, ...changes, code }, HERE),
    kept: () => people.superAdmins.get(holder.user.userId),
  }
}

describe('New recovery codes', () => {
  it('are ten, and take the place of all that were left', async () => {
    const { renew, recoveryCodes, codeOf, kept, admin } = anAccount()
    const codes = await right(renew(codeOf()))
    expect(new Set([...codes, ...recoveryCodes])).to.have.property('size', 20)
    const verifiers = codes.map((code) => FACTOR_PORTS.totp.recoveryVerifierOf(code))
    expect(kept()?.recoveryVerifiers).to.deep.equal(verifiers)
    expect(kept()).to.deep.include({ permissions: admin.permissions, version: admin.version })
    expect(await left(renew(recoveryCodes[0] ?? ''))).to.include({ _tag: 'InvalidCredentials' })
    expect(await right(renew(codes[0] ?? ''))).to.have.length(10)
  })

  it('are on record with the confirmation and the reason, and are not themselves', async () => {
    const { renew, recoveryCodes, user, audit } = anAccount()
    const codes = await right(renew(recoveryCodes[0] ?? ''))
    expect(audit).to.have.length(2)
    expect(audit[0]).to.deep.include({
      action: 'second_factor.confirm',
      details: { by: 'recovery_code', recoveryCodesLeft: 9 },
    })
    expect(audit[1]).to.deep.include({
      actor: OPERATOR,
      action: 'recovery_codes.renew',
      target: user.userId,
      reason: REASON,
      details: { recoveryCodesLeft: 10 },
      ...HERE,
    })
    const text = JSON.stringify(audit)
    for (const code of codes) expect(text).to.not.include(code)
  })

  it('are for nobody without the password, the code and a reason', async () => {
    const { renew, codeOf, kept, admin, audit, units } = anAccount()
    expect(await left(renew(codeOf(), { reason: ' ' }))).to.include({ _tag: 'InvalidRequest' })
    expect(units()).to.equal(0)
    expect(await left(renew(codeOf(), { password: 'wrong' }))).to.include({ _tag: 'InvalidCredentials' })
    expect(await left(renew('000'))).to.include({ _tag: 'InvalidCredentials' })
    expect([kept(), audit.length]).to.deep.equal([admin, 0])
  })
})
