import { expect } from 'chai'
import { grantable } from '@postrider/core/assembly/grantable'
import type { OperationName } from '@postrider/core/assembly/registry'
import { type Role, ROLES } from '@postrider/core/identity/domain/people/roles'
import { DAY_MS, HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { agentAuthentication } from '@postrider/core/identity/use-cases/agents/agent-authentication'
import { left, right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'

const BODY = { label: 'nightly report', reason: 'The report needs it.' }
const ALLOWLIST = ['listCustomerMessageHistory', 'getCustomerBalance']
const MANAGES: readonly Role[] = ['owner', 'admin']

describe("Agent keys that a customer's people manage at the website", () => {
  const office = useOffice()
  const here = () => ({ organizationId: office.at.organizationId })
  const create = (person: Person, changes: object = {}) => {
    const body = { ...here(), ...BODY, allowlist: ALLOWLIST, ...changes }
    return office.at.doneAtWebsite(person, 'createOrganizationAgentKey', body)
  }
  const refused = async (person: Person, name: OperationName, body: object) =>
    (await office.at.refusedAtWebsite(person, name, body))._tag
  const recognized = (bearer: string | null) =>
    agentAuthentication(office.at).authenticate(bearer ?? undefined)

  it('have their maker as sponsor, belong to the Organization and expire after a year', async () => {
    const { owner, organizationId } = office.at
    const { agentKey, secret } = await create(owner)
    expect(agentKey).to.deep.include({
      kind: 'customer',
      organizationId,
      sponsorId: owner.userId,
      status: 'active',
      allowlist: [...ALLOWLIST].sort(),
      expiresAt: isoTime(office.at.clock.nowMs() + 365 * DAY_MS),
    })
    const { audience, facts } = await right(recognized(secret))
    expect(audience).to.equal('customerAgent')
    expect(facts.memberships.map(({ organization }) => organization.organizationId)).to.deep.equal([
      organizationId,
    ])
  })

  it('expire at the chosen time, or never if that was acknowledged, but not both', async () => {
    const { admin } = office.at
    const expiresAt = isoTime(office.at.clock.nowMs() + DAY_MS)
    expect((await create(admin, { expiresAt })).agentKey.expiresAt).to.equal(expiresAt)
    expect((await create(admin, { acknowledgeNeverExpires: true })).agentKey.expiresAt).to.equal(null)
    const both = { ...here(), ...BODY, allowlist: ALLOWLIST, expiresAt, acknowledgeNeverExpires: true }
    expect(await refused(admin, 'createOrganizationAgentKey', both)).to.equal('InvalidRequest')
  })

  it('have only permissions that keys of customers can have', async () => {
    for (const name of ['listMessages', 'createOrganizationAgentKey', 'createOrganization', 'nothing']) {
      const body = { ...here(), ...BODY, allowlist: [name] }
      expect(await refused(office.at.owner, 'createOrganizationAgentKey', body), name).to.equal(
        'InvalidRequest',
      )
    }
    const all = await create(office.at.owner, { allowlist: grantable('customer') })
    expect(all.agentKey.allowlist).to.deep.equal([...grantable('customer')])
  })

  it('create an Organization if they are bootstrap keys: any person makes one, it lasts a day and has no Organization', async () => {
    const stranger = await office.at.stranger()
    const { agentKey, secret } = await office.at.doneAtWebsite(stranger, 'createBootstrapAgentKey', BODY)
    expect(agentKey).to.deep.include({
      kind: 'bootstrap',
      organizationId: null,
      sponsorId: stranger.userId,
      allowlist: ['createOrganization'],
      expiresAt: isoTime(office.at.clock.nowMs() + DAY_MS),
    })
    await right(recognized(secret))
    await office.at.time.advance(DAY_MS)
    expect(await left(recognized(secret))).to.have.property('_tag', 'Unauthenticated')
  })

  it('that create Organizations are listed for and revoked by only their makers', async () => {
    const { owner, admin } = office.at
    const made = await office.at.doneAtWebsite(owner, 'createBootstrapAgentKey', BODY)
    await office.at.doneAtWebsite(admin, 'createBootstrapAgentKey', BODY)
    const own = await create(owner)
    const { agentKeys } = await office.at.doneAtWebsite(owner, 'listBootstrapAgentKeys', {})
    expect(agentKeys).to.deep.equal([{ ...made.agentKey, lastUsedAt: null }])
    const { agentKeyId } = made.agentKey
    const { reason } = BODY
    for (const [person, id] of [
      [admin, agentKeyId],
      [owner, own.agentKey.agentKeyId],
      [owner, 'agk_none'],
    ] as const)
      expect(await refused(person, 'revokeBootstrapAgentKey', { agentKeyId: id, reason })).to.equal(
        'NotFound',
      )
    const ended = await office.at.doneAtWebsite(owner, 'revokeBootstrapAgentKey', { agentKeyId, reason })
    expect(ended.agentKey.status).to.equal('revoked')
    expect(await left(recognized(made.secret))).to.have.property('_tag', 'Unauthenticated')
    expect(await refused(owner, 'revokeBootstrapAgentKey', { agentKeyId, reason })).to.equal('Conflict')
  })

  it('come with a list of the operations they can be allowed, with effects and the permissions of their maker', async () => {
    const { admin } = office.at
    const { operations } = await office.at.doneAtWebsite(admin, 'listGrantableOperations', here())
    expect(operations.map(({ name }) => name)).to.deep.equal([...grantable('customer')])
    expect(operations.find(({ name }) => name === 'saveOrganizationBudget')).to.deep.include({
      mutation: true,
      permission: 'billing.manage',
      isCovered: true,
    })
    expect(operations.find(({ name }) => name === 'getCustomerContext')).to.include({
      mutation: false,
      permission: null,
    })
    for (const { summary } of operations) expect(summary).to.not.equal('')
  })

  it('are rotated with an overlap of at most a day, and sponsored by the person who sees the new secret', async () => {
    const { owner, admin } = office.at
    const { agentKey, secret } = await create(owner)
    const request = { ...here(), agentKeyId: agentKey.agentKeyId, reason: 'Time for a new one.' }
    const tooLong = { ...request, overlapSeconds: 86_401 }
    expect(await refused(admin, 'rotateOrganizationAgentKey', tooLong)).to.equal('InvalidRequest')
    const rotated = await office.at.doneAtWebsite(admin, 'rotateOrganizationAgentKey', request)
    expect(rotated.previous).to.include({ agentKeyId: agentKey.agentKeyId, sponsorId: owner.userId })
    expect(rotated.agentKey).to.deep.include({ sponsorId: admin.userId, allowlist: agentKey.allowlist })
    await right(recognized(secret))
    await office.at.time.advance(HOUR_MS)
    expect(await left(recognized(secret))).to.have.property('_tag', 'Unauthenticated')
    expect((await right(recognized(rotated.secret))).facts.user.userId).to.equal(admin.userId)
    const acts = (await office.at.acts()).map(({ action, target }) => [action, target])
    expect(acts).to.deep.include(['rotateOrganizationAgentKey', agentKey.agentKeyId])
  })

  it('are revoked at once and once, by any member who manages keys', async () => {
    const { owner, admin } = office.at
    const { agentKey, secret } = await create(owner)
    const request = { ...here(), agentKeyId: agentKey.agentKeyId, reason: 'It was seen in a chat.' }
    const ended = await office.at.doneAtWebsite(admin, 'revokeOrganizationAgentKey', request)
    expect(ended.agentKey.status).to.equal('revoked')
    expect(await left(recognized(secret))).to.have.property('_tag', 'Unauthenticated')
    for (const name of ['revokeOrganizationAgentKey', 'rotateOrganizationAgentKey'] as const)
      expect(await refused(admin, name, request), name).to.equal('Conflict')
  })

  it('are listed newest first, without secrets, and only for their Organization', async () => {
    const { owner, other } = office.at
    const made = [await create(owner), await create(office.at.admin)]
    const there = { ...BODY, allowlist: ALLOWLIST, organizationId: other.organizationId }
    const theirs = await office.at.doneAtWebsite(other.owner, 'createOrganizationAgentKey', there)
    const { agentKeys } = await office.at.doneAtWebsite(owner, 'listOrganizationAgentKeys', here())
    expect(agentKeys.map(({ agentKeyId }) => agentKeyId)).to.deep.equal(
      made.map(({ agentKey }) => agentKey.agentKeyId).reverse(),
    )
    expect(agentKeys[0]).to.include({ lastUsedAt: null })
    for (const { secret } of made) expect(JSON.stringify(agentKeys)).to.not.include(String(secret))
    const foreign = { ...here(), agentKeyId: theirs.agentKey.agentKeyId, reason: 'Not ours.' }
    for (const name of ['revokeOrganizationAgentKey', 'rotateOrganizationAgentKey'] as const)
      expect(await refused(owner, name, foreign), name).to.equal('NotFound')
    await right(recognized(theirs.secret))
  })

  it('are for owners and admins: other members are refused, and for strangers no such Organization exists', async () => {
    const { agentKey } = await create(office.at.owner)
    const { agentKeyId } = agentKey
    const bodies = {
      listOrganizationAgentKeys: here(),
      listGrantableOperations: here(),
      createOrganizationAgentKey: { ...here(), ...BODY, allowlist: ALLOWLIST },
      rotateOrganizationAgentKey: { ...here(), agentKeyId, reason: BODY.reason },
      revokeOrganizationAgentKey: { ...here(), agentKeyId, reason: BODY.reason },
    } as const
    const others = ROLES.filter((role) => !MANAGES.includes(role))
    for (const [name, body] of Object.entries(bodies)) {
      for (const role of others) {
        const member = await office.at.member(role)
        expect(await refused(member, name as OperationName, body), `${name} ${role}`).to.equal(
          'PermissionDenied',
        )
      }
      for (const stranger of [await office.at.stranger(), office.at.other.owner])
        expect(await refused(stranger, name as OperationName, body), name).to.equal('NotFound')
    }
    for (const role of MANAGES) await create(await office.at.member(role))
  })

  it("aren't available to the API, to Agents or to super admins", async () => {
    const body = { ...here(), ...BODY, allowlist: ALLOWLIST }
    expect(await office.at.refused(office.at.owner, 'createOrganizationAgentKey', body)).to.have.property(
      '_tag',
      'NotFound',
    )
    const operator = await office.at.operator()
    expect(await office.at.refusedAbove(operator, 'createOrganizationAgentKey', body)).to.have.property(
      '_tag',
      'NotFound',
    )
  })

  it('stop working when their maker loses the permission, and show their secret once', async () => {
    const maker = await office.at.member('admin')
    const first = await create(maker, { requestId: 'make-key-1' })
    const again = await create(maker, { requestId: 'make-key-1' })
    expect(again).to.deep.include({ replayed: true, secret: null })
    const revocation = { ...here(), userId: maker.userId, reason: 'Has left.' }
    await office.at.done(office.at.owner, 'revokeOrganizationMember', revocation)
    const { facts } = await right(recognized(first.secret))
    expect(facts.memberships).to.deep.equal([])
  })
})
