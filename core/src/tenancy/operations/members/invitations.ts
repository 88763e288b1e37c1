import { memberOperations } from './operations.js'
import { invitationView, ownInvitationView } from './views.js'
import { organizationView } from '../organizations/views.js'
import { type Invitation, INVITATION_MS } from '../../../identity/domain/people/member.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { addMail } from '../../../identity/use-cases/mails/add-mail.js'
import { joinOrganization } from '../../../identity/use-cases/people/accept-invitation.js'
import { mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

/** Nobody is invited to more Organizations at once. */
const MOST_OWN_INVITATIONS = 100

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/**
 * Sends an invitation again, by a new link that works for 7 days; the one before works no more. Conflict for one that was accepted
 * or revoked, TooManyRequests where a quota of emails is used up (docs/contract#quotas). Only who could make the offer
 * makes it again.
 */
export const resendOrganizationInvitation = mutation(memberOperations.resendOrganizationInvitation, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { member, organization } = membershipOf(call)
    const invitationId = knownId('inv', request.invitationId)
    if (E.isLeft(invitationId)) return invitationId
    const held = await unit.invitations.lock(invitationId.right)
    if (held?.organizationId !== organization.organizationId) return notFound
    if (!coversRole(member.role, held.role)) return permissionDenied
    if (held.status !== 'pending') return conflict
    const invitation: Invitation = { ...held, verifier: undefined, expiresAtMs: nowMs + INVITATION_MS }
    unit.invitations.replace(invitation)
    const content = { kind: 'invitation', invitationId: invitation.invitationId } as const
    const { organizationId, emailKey } = invitation
    const order = { content, emailKey, inviterId: facts.user.userId, organizationId }
    const mailed = await addMail(needs, unit, order, nowMs)
    if (E.isLeft(mailed)) return mailed
    return E.right({
      result: { invitation: invitationView(invitation, nowMs) },
      about: { target: invitation.invitationId, details: { role: invitation.role } },
    })
  },
})

/** What the caller's own address is invited to, and can accept. */
export const listOwnInvitations = reading(memberOperations.listOwnInvitations, {
  read: async ({ facts: { user }, nowMs }, { storage }) => {
    const read = await storage.people.invitationsOf(user.emailKey, nowMs, MOST_OWN_INVITATIONS)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, {
      invitations: value.map(({ invitation, ...names }) => ownInvitationView(invitation, names)),
    })
  },
})

/** Accepts the membership that the caller's own address is offered; a member keeps their role. */
export const acceptOwnInvitation = mutation(memberOperations.acceptOwnInvitation, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }) => {
    const invitationId = knownId('inv', request.invitationId)
    if (E.isLeft(invitationId)) return invitationId
    const held = await unit.invitations.lock(invitationId.right)
    const taken = await joinOrganization(unit, held, facts.user, nowMs)
    if (E.isLeft(taken)) return taken
    const { organization, invitation, role } = taken.right
    const { organizationId } = organization
    return E.right({
      result: { organization: organizationView(organization), role },
      about: { target: invitation.invitationId, organizationId, details: { role } },
    })
  },
})
