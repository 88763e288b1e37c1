import { expect } from 'chai'
import { INVITATION_MS } from '@postrider/core/identity/domain/people/member'
import { emailKeyOf } from '@postrider/core/identity/domain/people/user'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { InvitationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import { mailContext } from '@postrider/core/identity/use-cases/mails/add-mail'
import { opened, right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'
import { memberCalls } from './member-calls.js'
import { CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

const YEAR_MS = 365 * DAY_MS

describe('Invitations', () => {
  const office = useOffice()
  const { invite, invited, list, revoking, tokenFor } = memberCalls(office)

  /** The waiting emails, opened. */
  const mails = async (): Promise<readonly unknown[]> => {
    const jobs = await right(office.at.storage.mails.claim(office.at.clock.nowMs(), 1, 100))
    return jobs.map(({ kind, mailJobId, sealed }) => ({
      kind,
      content: JSON.parse(opened(office.at.keyRing.open(sealed, mailContext(mailJobId)))) as unknown,
    }))
  }

  // Emails of earlier tests, so that each test sees only its own.
  beforeEach(async () => {
    await right(office.at.storage.mails.claim(office.at.clock.nowMs() + YEAR_MS, YEAR_MS, 1_000))
  })

  describe('Inviting a member', () => {
    it('offers a membership for seven days, only by email', async () => {
      const { admin, organizationId, clock } = office.at
      const shown = await invite(admin, 'Asha@Example.com', 'billing')
      const { invitationId } = shown.invitation
      expect(shown.invitation).to.deep.equal({
        invitationId,
        organizationId,
        email: 'Asha@Example.com',
        role: 'billing',
        status: 'pending',
        createdAt: isoTime(clock.nowMs()),
        expiresAt: isoTime(clock.nowMs() + 7 * 86_400_000),
      })
      expect(await mails()).to.deep.equal([
        { kind: 'invitation', content: { kind: 'invitation', invitationId } },
      ])
      const [kept] = await right(office.at.storage.people.invitations(organizationId, 10)).then(
        ({ value }) => value,
      )
      expect(kept).to.include({ emailKey: 'asha@example.com', verifier: undefined })
      expect(kept?.invitedBy).to.equal(admin.userId)
    })

    it("is logged in the Organization's chain without an address", async () => {
      const { invitation } = await invite(office.at.admin, 'asha@example.com')
      const [act, ...more] = await office.at.acts()
      expect(more).to.deep.equal([])
      expect(act).to.deep.include({
        actor: { kind: 'user', id: office.at.admin.userId },
        action: 'inviteOrganizationMember',
        target: invitation.invitationId,
        details: { role: 'developer', revoked: 0 },
        clientAddress: '192.0.2.1',
      })
      expect(JSON.stringify(act)).not.to.contain('asha@example.com')
    })

    it('replaces an earlier invitation of the same address, in any spelling', async () => {
      const { owner, other } = office.at
      const foreign = await office.at.done(other.owner, 'inviteOrganizationMember', {
        organizationId: other.organizationId,
        email: 'asha@example.com',
        role: 'viewer',
      })
      const first = await invited('asha@example.com')
      const second = await invite(owner, 'ASHA@example.com', 'viewer')
      expect((await list(owner)).invitations).to.deep.equal([second.invitation])
      expect((await list(other.owner, {}, other.organizationId)).invitations).to.deep.equal([
        foreign.invitation,
      ])
      expect((await office.at.acts()).at(-1)?.details).to.deep.equal({ role: 'viewer', revoked: 1 })
      const refused = await office.at.refused(await office.at.stranger(), 'acceptOrganizationInvitation', {
        token: first,
      })
      expect(refused._tag).to.equal('NotFound')
    })

    it('is refused for the address of a member, but not for a member of another Organization', async () => {
      const { owner, viewer, other, organizationId } = office.at
      const email = viewer.email.toUpperCase()
      const body = { organizationId, email, role: 'admin' }
      expect(await office.at.refused(owner, 'inviteOrganizationMember', body)).to.deep.equal(CONFLICT)
      expect((await invite(owner, other.viewer.email)).invitation.status).to.equal('pending')
      expect(await mails()).to.have.length(1)
    })

    it('lets only an owner invite an owner', async () => {
      const { owner, admin, organizationId } = office.at
      const body = { organizationId, email: 'asha@example.com', role: 'owner' }
      expect((await office.at.refused(admin, 'inviteOrganizationMember', body))._tag).to.equal(
        'PermissionDenied',
      )
      expect((await invite(owner, 'asha@example.com', 'owner')).invitation).to.include({ role: 'owner' })
    })

    it('needs the permission to manage members', async () => {
      const body = { organizationId: office.at.organizationId, email: 'asha@example.com', role: 'viewer' }
      const refusal = await office.at.refused(office.at.viewer, 'inviteOrganizationMember', body)
      expect(refusal._tag).to.equal('PermissionDenied')
      expect(await mails()).to.deep.equal([])
    })

    it("is refused for an address that can't get email", async () => {
      const body = {
        organizationId: office.at.organizationId,
        email: `${'a'.repeat(65)}@example.com`,
        role: 'viewer',
      }
      expect(await office.at.refused(office.at.owner, 'inviteOrganizationMember', body)).to.deep.equal({
        _tag: 'InvalidRequest',
        fields: [
          {
            location: 'body',
            field: '/email',
            code: 'format',
            message: 'The value must be one email address.',
          },
        ],
      })
    })

    it('is done once for a request id, and a different body with it is refused', async () => {
      const { owner, organizationId } = office.at
      const more = { requestId: 'invite-asha' }
      const first = await invite(owner, 'asha@example.com', 'viewer', more)
      const again = await invite(owner, 'asha@example.com', 'viewer', more)
      expect(again).to.deep.equal({ ...first, replayed: true })
      expect(await mails()).to.have.length(1)
      expect(await office.at.acts()).to.have.length(1)
      const body = { organizationId, email: 'asha@example.com', role: 'admin', ...more }
      const refusal = await office.at.refused(owner, 'inviteOrganizationMember', body)
      expect(refusal._tag).to.equal('IdempotencyConflict')
    })
  })

  describe('Accepting an invitation', () => {
    const accept = (person: Person, token: string, more: object = {}) =>
      office.at.done(person, 'acceptOrganizationInvitation', { token, ...more })

    it('gives the invited person a membership, once', async () => {
      const guest = await office.at.stranger()
      const token = await invited(guest.email)
      const { organization } = office.at
      expect(await accept(guest, token)).to.deep.equal({
        organization: {
          organizationId: organization.organizationId,
          displayName: 'Acme',
          legalName: 'Acme Private Limited',
          status: 'active',
          defaultCurrency: 'INR',
          requiresSecondFactor: false,
          createdAt: isoTime(organization.createdAtMs),
          version: 1,
        },
        role: 'developer',
      })
      // A process may cache a session's user for a second.
      await office.at.time.advance(1_000)
      const { members, invitations } = await list(guest)
      expect(members.find(({ userId }) => userId === guest.userId)?.role).to.equal('developer')
      expect(invitations).to.deep.equal([])
      const refusal = await office.at.refused(guest, 'acceptOrganizationInvitation', { token })
      expect(refusal._tag).to.equal('NotFound')
    })

    it("is logged in the Organization's chain", async () => {
      const guest = await office.at.stranger()
      const { invitation } = await invite(office.at.owner, guest.email)
      await accept(guest, await tokenFor(invitation.invitationId))
      expect((await office.at.acts()).at(-1)).to.deep.include({
        actor: { kind: 'user', id: guest.userId },
        action: 'acceptOrganizationInvitation',
        target: invitation.invitationId,
        details: { role: 'developer' },
      })
    })

    it("returns the same response for a malformed, unknown, another's, revoked or expired token", async () => {
      const guest = await office.at.stranger()
      const { invitation } = await invite(office.at.owner, guest.email, 'viewer')
      const revoked = await tokenFor(invitation.invitationId)
      await office.at.done(
        office.at.owner,
        'revokeOrganizationMember',
        revoking({ invitationId: invitation.invitationId }),
      )
      const expired = await invited(guest.email)
      const another = await invited('somebody@example.com')
      await office.at.time.advance(INVITATION_MS)
      const fresh = await invited('somebody.else@example.com')
      const unknown = office.at.sessionTokens.create('link').token
      const tokens = ['no-such-token', `${unknown.slice(0, -1)}_`, unknown, guest.accessToken]
      for (const token of [...tokens, revoked, expired, another, fresh])
        expect(
          await office.at.refused(guest, 'acceptOrganizationInvitation', { token }),
          token,
        ).to.deep.equal(NOT_FOUND)
    })

    it("doesn't change an existing member, and reports that", async () => {
      const { viewer, organizationId } = office.at
      const { invitation } = await invite(office.at.owner, 'asha@example.com', 'admin')
      const emailKey = emailKeyOf(viewer.email)
      await right(
        office.at.storage.units.transact<never, undefined>('shared', async (unit) => {
          const kept = await unit.invitations.lock(invitation.invitationId as InvitationId)
          if (kept !== undefined) unit.invitations.replace({ ...kept, emailKey })
          return E.right(undefined)
        }),
      )
      expect((await accept(viewer, await tokenFor(invitation.invitationId))).role).to.equal('viewer')
      const { members } = await list(viewer, {}, organizationId)
      expect(members.find(({ userId }) => userId === viewer.userId)?.role).to.equal('viewer')
    })

    it('is replayed for a request id', async () => {
      const guest = await office.at.stranger()
      const token = await invited(guest.email)
      const first = await accept(guest, token, { requestId: 'accept-it' })
      expect(await accept(guest, token, { requestId: 'accept-it' })).to.deep.equal({
        ...first,
        replayed: true,
      })
    })
  })

  describe('Revoking an invitation', () => {
    const op = 'revokeOrganizationMember'

    it('withdraws it, also after its expiry', async () => {
      const { owner, admin } = office.at
      const { invitation } = await invite(owner, 'asha@example.com')
      const { invitationId } = invitation
      await office.at.time.advance(INVITATION_MS)
      expect(await office.at.done(admin, op, revoking({ invitationId }))).to.deep.equal({
        invitation: { ...invitation, status: 'revoked' },
        credentials: [],
        agentKeys: [],
      })
      expect((await list(owner)).invitations).to.deep.equal([])
      expect((await office.at.acts()).at(-1)).to.deep.include({
        target: invitationId,
        reason: 'Has left the company.',
        details: { role: 'developer' },
      })
    })

    it('is refused if it was revoked or accepted', async () => {
      const { owner } = office.at
      const guest = await office.at.stranger()
      const revoked = (await invite(owner, 'asha@example.com')).invitation.invitationId
      await office.at.done(owner, op, revoking({ invitationId: revoked }))
      const accepted = (await invite(owner, guest.email)).invitation.invitationId
      await office.at.done(guest, 'acceptOrganizationInvitation', { token: await tokenFor(accepted) })
      for (const invitationId of [revoked, accepted])
        expect((await office.at.refused(owner, op, revoking({ invitationId })))._tag).to.equal('Conflict')
    })

    it('returns the same refusal for an unknown one and one of another Organization', async () => {
      const { owner, other } = office.at
      const foreign = await office.at.done(other.owner, 'inviteOrganizationMember', {
        organizationId: other.organizationId,
        email: 'asha@example.com',
        role: 'viewer',
      })
      for (const invitationId of [foreign.invitation.invitationId, ...strangeIds(office.at, 'inv')])
        expect(await office.at.refused(owner, op, revoking({ invitationId }))).to.deep.equal(NOT_FOUND)
    })
  })
})
