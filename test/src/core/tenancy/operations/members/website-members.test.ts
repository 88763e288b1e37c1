import { expect } from 'chai'
import { INVITATION_MS } from '@postrider/core/identity/domain/people/member'
import { coversRole, ROLES } from '@postrider/core/identity/domain/people/roles'
import { HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { showInvitation } from '@postrider/core/identity/use-cases/people/accept-invitation'
import { right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'
import { memberCalls } from './member-calls.js'

describe('Members that people manage at the website', () => {
  const office = useOffice()
  const { invite, join, list, tokenFor } = memberCalls(office)
  const here = () => ({ organizationId: office.at.organizationId })

  describe('Sending an invitation again', () => {
    const op = 'resendOrganizationInvitation'
    const resend = (person: Person, invitationId: string) =>
      office.at.doneAtWebsite(person, op, { ...here(), invitationId })

    it('replaces the previous link, for seven days from then, also after its expiry', async () => {
      const { owner, admin, clock } = office.at
      const { invitation } = await invite(owner, 'asha@example.com')
      const { invitationId } = invitation
      const first = await tokenFor(invitationId)
      await office.at.time.advance(INVITATION_MS)
      const sent = await resend(admin, invitationId)
      const expiresAt = isoTime(clock.nowMs() + INVITATION_MS)
      expect(sent.invitation).to.deep.equal({ ...invitation, status: 'pending', expiresAt })
      expect(E.isLeft(await showInvitation(office.at)(first)())).to.equal(true)
      const second = await right(showInvitation(office.at)(await tokenFor(invitationId)))
      expect(second.invitation.invitationId).to.equal(invitationId)
      expect((await office.at.acts()).at(-1)).to.deep.include({ action: op, target: invitationId })
    })

    it('counts like an invitation: an address gets three such emails an hour, in any spelling', async () => {
      const { owner } = office.at
      const other = await invite(owner, 'ravi@example.com')
      await invite(owner, 'Asha@example.com')
      const { invitationId } = (await invite(owner, 'asha@example.com')).invitation
      await resend(owner, invitationId)
      const refusal = await office.at.refusedAtWebsite(owner, op, { ...here(), invitationId })
      expect(refusal._tag).to.equal('TooManyRequests')
      await resend(owner, other.invitation.invitationId)
      await office.at.time.advance(HOUR_MS + HOUR_MS)
      await resend(owner, invitationId)
    })

    it('is allowed to people who could send the invitation, while it is open', async () => {
      const { owner, admin, viewer, other } = office.at
      const { invitationId } = (await invite(owner, 'asha@example.com', 'owner')).invitation
      for (const person of [admin, viewer])
        expect(await office.at.refusedAtWebsite(person, op, { ...here(), invitationId })).to.deep.include(
          DENIED,
        )
      const stranger = await office.at.refusedAtWebsite(other.owner, op, { ...here(), invitationId })
      expect(stranger).to.deep.equal(NOT_FOUND)
      for (const strange of strangeIds(office.at, 'inv'))
        expect(
          await office.at.refusedAtWebsite(owner, op, { ...here(), invitationId: strange }),
        ).to.deep.equal(NOT_FOUND)
      const reason = 'A mistake.'
      await office.at.done(owner, 'revokeOrganizationMember', { ...here(), invitationId, reason })
      expect(await office.at.refusedAtWebsite(owner, op, { ...here(), invitationId })).to.deep.equal(CONFLICT)
    })
  })

  describe('Changing a role', () => {
    const op = 'changeOrganizationMemberRole'
    const to = ({ userId }: Person, role: string) => ({ ...here(), userId, role, reason: 'New tasks.' })

    it('takes effect with the next request of the member and of their Agents', async () => {
      const { owner, admin, viewer } = office.at
      const bearer = await office.at.keyFor(admin, 'getCustomerBalance')
      const balance = { ...here(), currency: 'INR' }
      await right(() => office.at.askWith(bearer, 'getCustomerBalance', balance))
      const { member } = await office.at.doneAtWebsite(owner, op, to(admin, 'developer'))
      expect(member).to.include({ userId: admin.userId, role: 'developer' })
      const after = await office.at.askWith(bearer, 'getCustomerBalance', balance)
      expect(E.isLeft(after) && after.left._tag).to.equal('PermissionDenied')
      const denied = { ...here(), email: 'a@example.com', role: 'viewer' }
      expect(await office.at.refused(admin, 'inviteOrganizationMember', denied)).to.deep.include(DENIED)
      expect((await office.at.acts()).at(-1)).to.deep.include({
        action: op,
        target: admin.userId,
        reason: 'New tasks.',
        details: { role: 'developer', before: 'admin' },
      })
      const roles = (await list(viewer)).members.map(({ userId, role }) => [userId, role])
      expect(roles).to.deep.include([admin.userId, 'developer'])
    })

    it('gives no permissions beyond those of the person who changes it', async () => {
      const { owner, admin, viewer } = office.at
      for (const [person, body] of [
        [admin, to(admin, 'owner')],
        [admin, to(viewer, 'owner')],
        [admin, to(owner, 'viewer')],
        [viewer, to(viewer, 'admin')],
      ] as const)
        expect(await office.at.refusedAtWebsite(person, op, body)).to.deep.include(DENIED)
      await office.at.doneAtWebsite(admin, op, to(viewer, 'admin'))
      await office.at.doneAtWebsite(owner, op, to(viewer, 'owner'))
      await office.at.doneAtWebsite(viewer, op, to(owner, 'viewer'))
    })

    it('keeps the last owner, and refuses the same role', async () => {
      const { owner, viewer } = office.at
      expect(await office.at.refusedAtWebsite(owner, op, to(owner, 'admin'))).to.deep.equal(CONFLICT)
      expect(await office.at.refusedAtWebsite(owner, op, to(viewer, 'viewer'))).to.deep.equal(CONFLICT)
      const second = await join('owner')
      const answers = await Promise.all([
        office.at.askAtWebsite(owner, op, to(second, 'admin')),
        office.at.askAtWebsite(second, op, to(owner, 'admin')),
      ])
      expect(answers.filter((answer) => E.isRight(answer))).to.have.length(1)
    })

    it('needs a role and a reason, for a member of this Organization', async () => {
      const { owner, other, viewer } = office.at
      const broken = { ...here(), userId: viewer.userId, role: 'king', reason: '' }
      expect(brokenFields(await office.at.refusedAtWebsite(owner, op, broken))).to.deep.equal([
        '/role not_allowed',
        '/reason too_short',
      ])
      expect(await office.at.refusedAtWebsite(owner, op, to(other.viewer, 'admin'))).to.deep.equal(NOT_FOUND)
      expect(await office.at.refusedAtWebsite(other.owner, op, to(viewer, 'admin'))).to.deep.equal(NOT_FOUND)
    })

    it('follows the rules of roles: an owner gives all, and no other role gives ownership', async () => {
      const { owner, admin, viewer } = office.at
      for (const [person, givable] of [
        [owner, [...ROLES]],
        [admin, ['admin', 'developer', 'billing', 'viewer']],
        [viewer, []],
      ] as const) {
        const { roles } = await office.at.doneAtWebsite(person, 'listOrganizationRoles', here())
        expect(roles.map(({ role }) => role)).to.deep.equal([...ROLES])
        expect(roles.filter(({ isGivable }) => isGivable).map(({ role }) => role)).to.deep.equal(givable)
        expect(roles.at(-1)?.permissions).to.deep.equal(['billing.read', 'messages.read'])
      }
      for (const role of ROLES) {
        expect(coversRole('owner', role)).to.equal(true)
        expect(coversRole('admin', role)).to.equal(role !== 'owner')
        expect(coversRole(role, role)).to.equal(true)
      }
    })
  })

  describe('Leaving', () => {
    const op = 'leaveOrganization'

    it('is allowed to all but the last owner', async () => {
      const { owner, viewer, other } = office.at
      await office.at.doneAtWebsite(viewer, op, here())
      expect(await office.at.refused(viewer, 'listOrganizationMembers', here())).to.deep.equal(NOT_FOUND)
      expect((await office.at.acts()).at(-1)).to.deep.include({
        action: op,
        target: viewer.userId,
        details: { role: 'viewer' },
      })
      expect(await office.at.refusedAtWebsite(owner, op, here())).to.deep.equal(CONFLICT)
      expect(await office.at.refusedAtWebsite(other.viewer, op, here())).to.deep.equal(NOT_FOUND)
    })
  })

  describe('An invitation', () => {
    const mine = async (person: Person) =>
      (await office.at.doneAtWebsite(person, 'listOwnInvitations', {})).invitations

    it('is shown only to the person with its address, while it can be accepted', async () => {
      const { owner, admin, organization, other } = office.at
      const guest = await office.at.stranger()
      const { invitation } = await invite(admin, guest.email.toUpperCase(), 'billing')
      const { invitationId, createdAt, expiresAt } = invitation
      const offer = {
        invitationId,
        organizationName: organization.displayName,
        invitedByName: 'Asha, admin',
        role: 'billing',
        createdAt,
        expiresAt,
      }
      expect(await mine(guest)).to.deep.equal([offer])
      for (const person of [owner, other.owner]) expect(await mine(person)).to.deep.equal([])
      await office.at.time.advance(INVITATION_MS)
      expect(await mine(guest)).to.deep.equal([])
    })

    it('is accepted once, and by no other person', async () => {
      const guest = await office.at.stranger()
      const { invitationId } = (await invite(office.at.owner, guest.email)).invitation
      const op = 'acceptOwnInvitation'
      for (const [person, id] of [
        [office.at.other.owner, invitationId],
        ...strangeIds(office.at, 'inv').map((strange) => [guest, strange] as const),
      ] as const)
        expect(await office.at.refusedAtWebsite(person, op, { invitationId: id })).to.deep.equal(NOT_FOUND)
      const { organization, role } = await office.at.doneAtWebsite(guest, op, { invitationId })
      expect([organization.organizationId, role]).to.deep.equal([office.at.organizationId, 'developer'])
      expect(await office.at.refusedAtWebsite(guest, op, { invitationId })).to.deep.equal(NOT_FOUND)
      expect(await mine(guest)).to.deep.equal([])
      expect((await list(guest)).members.map(({ userId }) => userId)).to.include(guest.userId)
    })
  })
})
