import { expect } from 'chai'
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { agentAuthentication } from '@postrider/core/identity/use-cases/agents/agent-authentication'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { left, right } from '@postrider/conformance/outcome'
import { grantable } from '@postrider/core/assembly/grantable'
import { useOffice } from '../../../assembly/an-office.js'

const BODY = { label: 'nightly report', reason: 'The report needs it.' }

describe('Admin Agent keys', () => {
  const office = useOffice()
  const allowlist = grantable('admin').slice(0, 2)
  const create = (caller: Operator, changes: object = {}) =>
    office.at.doneAbove(caller, 'createAdminAgentKey', { ...BODY, allowlist, ...changes })
  const recognized = (bearer: string | null) =>
    agentAuthentication(office.at).authenticate(bearer ?? undefined)

  it('are made by a super admin for their own use, and expire after a year', async () => {
    const operator = await office.at.operator()
    const { agentKey, secret } = await create(operator)
    expect(agentKey).to.deep.include({ kind: 'admin', organizationId: null, status: 'active', allowlist })
    expect(agentKey.sponsorId).to.equal(operator.facts.user.userId)
    expect(agentKey.expiresAt).to.equal(isoTime(office.at.clock.nowMs() + 365 * DAY_MS))
    const { audience, facts } = await right(recognized(secret))
    expect(audience).to.equal('adminAgent')
    expect(facts.admin?.permissions).to.deep.equal(operator.facts.admin?.permissions)
  })

  it('expire at the requested time, or never if that was acknowledged', async () => {
    const operator = await office.at.operator()
    const expiresAt = isoTime(office.at.clock.nowMs() + DAY_MS)
    expect((await create(operator, { expiresAt })).agentKey.expiresAt).to.equal(expiresAt)
    const never = await create(operator, { acknowledgeNeverExpires: true })
    expect(never.agentKey.expiresAt).to.equal(null)
  })

  it("can't have two expiries, an expiry in the past, or permissions beyond those of such keys", async () => {
    const operator = await office.at.operator()
    const expiresAt = isoTime(office.at.clock.nowMs() + DAY_MS)
    const refused = async (changes: object) => {
      const body = { ...BODY, allowlist, ...changes }
      const answer = await office.at.refusedAbove(operator, 'createAdminAgentKey', body)
      return 'fields' in answer ? answer.fields.map(({ field, code }) => `${field} ${code}`) : []
    }
    expect(await refused({ expiresAt, acknowledgeNeverExpires: true })).to.deep.equal([
      '/acknowledgeNeverExpires not_allowed',
    ])
    expect(await refused({ expiresAt: isoTime(office.at.clock.nowMs() - 1) })).to.deep.equal([
      '/expiresAt too_small',
    ])
    for (const name of ['createAdminAgentKey', 'getCustomerContext', 'nothing'])
      expect(await refused({ allowlist: [name] }), name).to.deep.equal(['/allowlist/0 not_allowed'])
  })

  it('overlap for an hour at most, and only their sponsor rotates them', async () => {
    const operator = await office.at.operator()
    const other = await office.at.operator()
    const { agentKey, secret } = await create(operator)
    const request = { agentKeyId: agentKey.agentKeyId, reason: 'Time for a new one.' }
    expect(await office.at.refusedAbove(other, 'rotateAgentKey', request)).to.have.property(
      '_tag',
      'PermissionDenied',
    )
    const tooLong = { ...request, overlapSeconds: 3601 }
    expect(await office.at.refusedAbove(operator, 'rotateAgentKey', tooLong)).to.have.property(
      '_tag',
      'InvalidRequest',
    )
    const rotated = await office.at.doneAbove(operator, 'rotateAgentKey', request)
    expect(rotated.previous).to.deep.include({ agentKeyId: agentKey.agentKeyId, status: 'active' })
    expect(rotated.agentKey.allowlist).to.deep.equal(allowlist)
    await right(recognized(secret))
    await office.at.time.advance(HOUR_MS)
    expect(await left(recognized(secret))).to.have.property('_tag', 'Unauthenticated')
    await right(recognized(rotated.secret))
  })

  it('are revoked at once by any super admin who can manage keys', async () => {
    const operator = await office.at.operator()
    const { agentKey, secret } = await create(operator)
    const other = await office.at.operator(['admin.agentKeys'])
    const request = { agentKeyId: agentKey.agentKeyId, reason: 'It was seen in a chat.' }
    const ended = await office.at.doneAbove(other, 'revokeAgentKey', request)
    expect(ended.agentKey.status).to.equal('revoked')
    expect(await left(recognized(secret))).to.have.property('_tag', 'Unauthenticated')
    expect(await office.at.refusedAbove(other, 'revokeAgentKey', request)).to.have.property(
      '_tag',
      'Conflict',
    )
  })

  it('need the permission, and a recently confirmed second factor', async () => {
    const body = { ...BODY, allowlist }
    const powerless = await office.at.operator(['admin.audit'])
    expect(await office.at.refusedAbove(powerless, 'createAdminAgentKey', body)).to.have.property(
      '_tag',
      'PermissionDenied',
    )
    const operator = await office.at.operator()
    await office.at.time.advance(5 * MINUTE_MS)
    await create(operator)
    await office.at.time.advance(1)
    expect(await office.at.refusedAbove(operator, 'createAdminAgentKey', body)).to.have.property(
      '_tag',
      'PermissionDenied',
    )
  })

  it('show their secret once: a replay has none', async () => {
    const operator = await office.at.operator()
    const first = await create(operator, { requestId: 'make-key-1' })
    const again = await create(operator, { requestId: 'make-key-1' })
    expect(again).to.deep.include({ replayed: true, secret: null })
    expect(again.agentKey).to.deep.equal(first.agentKey)
  })
})
