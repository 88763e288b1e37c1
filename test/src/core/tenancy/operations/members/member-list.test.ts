import { expect } from 'chai'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { INVITATION_MS } from '@postrider/core/identity/domain/people/member'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { useOffice } from '../../../assembly/an-office.js'
import { memberCalls } from './member-calls.js'
import { NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Listing members', () => {
  const office = useOffice()
  const { invite, invited, join, list, revoking } = memberCalls(office)

  it('shows each with name, address and role, and pending invitations, newest first', async () => {
    const { owner, admin, billing, viewer, organizationId, clock } = office.at
    const first = await invite(owner, 'one@example.com')
    const second = await invite(owner, 'two@example.com', 'billing')
    const { members, invitations, nextCursor } = await list(viewer)
    expect(members).to.deep.equal(
      Object.entries({ owner, admin, billing, viewer }).map(([role, { userId, email, displayName }]) => ({
        organizationId,
        userId,
        email,
        displayName,
        role,
        createdAt: isoTime(clock.nowMs()),
      })),
    )
    expect(invitations).to.deep.equal([second.invitation, first.invitation])
    expect(nextCursor).to.equal(null)
  })

  it('marks an expired invitation, and omits accepted and revoked ones', async () => {
    const { owner, admin } = office.at
    const { invitation } = await invite(owner, 'late@example.com')
    const guest = await office.at.stranger()
    await office.at.done(guest, 'acceptOrganizationInvitation', { token: await invited(guest.email) })
    const { invitationId } = (await invite(owner, 'gone@example.com')).invitation
    await office.at.done(owner, 'revokeOrganizationMember', revoking({ invitationId }))
    await office.at.time.advance(INVITATION_MS - 1)
    expect((await list(admin)).invitations).to.deep.equal([invitation])
    await office.at.time.advance(1)
    expect((await list(admin)).invitations).to.deep.equal([{ ...invitation, status: 'expired' }])
  })

  it('has pages that together are complete, with invitations only on the first', async () => {
    await invite(office.at.owner, 'one@example.com')
    await join('developer')
    const whole = (await list(office.at.viewer)).members
    const pages: ResultOf<'listOrganizationMembers'>[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: ResultOf<'listOrganizationMembers'> = await list(office.at.viewer, {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      pages.push(page)
      cursor = page.nextCursor
    }
    expect(pages.map(({ members }) => members.length)).to.deep.equal([2, 2, 1])
    expect(pages.map(({ invitations }) => invitations.length)).to.deep.equal([1, 0, 0])
    expect(pages.flatMap(({ members }) => members)).to.deep.equal(whole)
  })

  it('shows the hundred newest invitations', async () => {
    const { owner, organizationId } = office.at
    const { invitationId } = (await invite(owner, 'first@example.com')).invitation
    await office.at.write((unit) => {
      for (let count = 0; count < 100; count += 1)
        unit.invitations.add({
          invitationId: office.at.ids.next('inv'),
          organizationId,
          email: `${count}@example.com`,
          emailKey: `${count}@example.com`,
          role: 'viewer',
          status: 'pending',
          verifier: undefined,
          invitedBy: owner.userId,
          createdAtMs: 0,
          expiresAtMs: 0,
        })
    })
    const { invitations } = await list(owner)
    expect(invitations).to.have.length(100)
    expect(invitations.map((one) => one.invitationId)).not.to.include(invitationId)
  })

  it('accepts no cursor of another Organization', async () => {
    const { other } = office.at
    const both = await join('viewer')
    const { userId } = both
    const { organizationId } = other
    await office.at.write((unit) =>
      unit.members.add({ organizationId, userId, role: 'viewer', createdAtMs: 0 }),
    )
    const cursor = (await list(both, { limit: 1 })).nextCursor
    expect(
      await office.at.refused(both, 'listOrganizationMembers', { organizationId, limit: 1, cursor }),
    ).to.deep.include({ _tag: 'InvalidRequest' })
  })

  it('is for members: another Organization looks like an unknown one', async () => {
    const foreign = office.at.other.organizationId
    const answers = []
    for (const organizationId of [foreign, ...strangeIds(office.at, 'org')])
      answers.push(await office.at.refused(office.at.owner, 'listOrganizationMembers', { organizationId }))
    for (const answer of answers) expect(answer).to.deep.equal(NOT_FOUND)
  })

  it('shows nothing to a person who was removed while it was read', async () => {
    const { storage, viewer, organizationId } = office.at
    const { userId } = viewer
    const ask = office.at.askOver({
      storage: {
        ...storage,
        people: {
          ...storage.people,
          invitations:
            (...args) =>
            async () => {
              await office.at.write((unit) => unit.members.remove({ organizationId, userId }))
              return storage.people.invitations(...args)()
            },
        },
      },
    })
    const answer = await ask(viewer, 'listOrganizationMembers', { organizationId })
    expect(E.isLeft(answer) && answer.left._tag).to.equal('NotFound')
  })
})
