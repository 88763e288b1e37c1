import { invitationView } from './views.js'
import { type Invitation, INVITATION_MS } from '../../../identity/domain/people/member.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { addMail } from '../../../identity/use-cases/mails/add-mail.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { invitationId as invitationIdField, invitationShape } from './shapes.js'

/**
 * Sends an invitation again with a new link that is valid for 7 days; the previous link stops working. Only
 * people who could create the invitation may resend it. Conflict if it was accepted or revoked,
 * TooManyRequests if a quota of emails is used up (docs/api/limits#quotas).
 */
export const resendOrganizationInvitationEntry = entryOf('Members', 'resendOrganizationInvitation', {
  ...MEMBERS_AT_WEBSITE,
  effect: 'changes',
  quotas: ['emailsToAddressHourly', 'emailsToAddressDaily', 'emailsOfPerson', 'emailsOfOrganization'],
  summary: 'Send an invitation again',
  description:
    'Sends a new link that works for 7 days; the previous link stops working. At most three times an hour for an address.',
  tenant: 'organizationId',
  permission: 'members.manage',
  whileSuspended: false,
  refusals: ['TooManyRequests'],
  request: mutationRequest({ organizationId: organizationIdField, invitationId: invitationIdField }, {}),
  result: mutationResult({ invitation: invitationShape }, {}),
})

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

export const resendOrganizationInvitation = mutation(resendOrganizationInvitationEntry, {
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
