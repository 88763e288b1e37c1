import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { useOffice } from '../../../assembly/an-office.js'
import { memberCalls } from './member-calls.js'
import { CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Revoking a member', () => {
  const office = useOffice()
  const { join, list, revoking } = memberCalls(office)

  const op = 'revokeOrganizationMember'

  it('removes them as of their next request, with the reason in the log', async () => {
    const { admin, viewer, organizationId } = office.at
    await list(viewer)
    const { userId, email, displayName } = viewer
    const { member } = await office.at.done(admin, op, revoking({ userId }))
    expect(member).to.include({ userId, email, displayName, role: 'viewer', organizationId })
    const refusal = await office.at.refused(viewer, 'listOrganizationMembers', { organizationId })
    expect(refusal._tag).to.equal('NotFound')
    const act = (await office.at.acts()).at(-1)
    expect(act).to.deep.include({ action: op, target: userId, reason: 'Has left the company.' })
    expect(act?.details).to.deep.equal({ role: 'viewer' })
    expect(JSON.stringify(act)).not.to.contain(email)
  })

  it('keeps the last owner, also against their own request', async () => {
    const { owner } = office.at
    const { userId } = owner
    expect(await office.at.refused(owner, op, revoking({ userId }))).to.deep.equal(CONFLICT)
    await join('owner', office.at.other.organizationId)
    expect((await office.at.refused(owner, op, revoking({ userId })))._tag).to.equal('Conflict')
  })

  it('removes an owner, by themselves or by another, if one is left', async () => {
    const { owner } = office.at
    const second = await join('owner')
    const third = await join('owner')
    await office.at.done(owner, op, revoking({ userId: second.userId }))
    await office.at.done(owner, op, revoking({ userId: owner.userId }))
    const { userId } = third
    expect((await office.at.refused(third, op, revoking({ userId })))._tag).to.equal('Conflict')
  })

  it('leaves one owner of two who revoke each other at the same time', async () => {
    const { owner, ask } = office.at
    const second = await join('owner')
    const answers = await Promise.all([
      ask(owner, op, revoking({ userId: second.userId })),
      ask(second, op, revoking({ userId: owner.userId })),
    ])
    expect(answers.filter((answer) => E.isRight(answer))).to.have.length(1)
    const { members } = await list(office.at.viewer)
    expect(members.filter(({ role }) => role === 'owner')).to.have.length(1)
  })

  it('lets an admin remove anyone but an owner, also themselves', async () => {
    const { owner, admin } = office.at
    await join('owner')
    const { userId } = owner
    expect((await office.at.refused(admin, op, revoking({ userId })))._tag).to.equal('PermissionDenied')
    const second = await join('admin')
    await office.at.done(admin, op, revoking({ userId: second.userId }))
    await office.at.done(admin, op, revoking({ userId: admin.userId }))
  })

  it('needs the permission to manage members', async () => {
    const { viewer, admin } = office.at
    const { userId } = admin
    expect((await office.at.refused(viewer, op, revoking({ userId })))._tag).to.equal('PermissionDenied')
  })

  it('returns the same refusal for an unknown user and a member of another Organization', async () => {
    const { owner, other } = office.at
    for (const userId of [other.viewer.userId, ...strangeIds(office.at, 'usr')])
      expect(await office.at.refused(owner, op, revoking({ userId }))).to.deep.equal(NOT_FOUND)
  })

  it('is done once for a request id', async () => {
    const { owner, viewer } = office.at
    const body = { ...revoking({ userId: viewer.userId }), requestId: 'revoke-it' }
    const first = await office.at.done(owner, op, body)
    expect(await office.at.done(owner, op, body)).to.deep.equal({ ...first, replayed: true })
    const refusal = await office.at.refused(owner, op, { ...body, reason: 'Another one.' })
    expect(refusal._tag).to.equal('IdempotencyConflict')
  })
})
