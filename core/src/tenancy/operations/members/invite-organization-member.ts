import { addressProblems } from '../../../kernel/inspections/text-problems.js'
import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { invitationView } from './views.js'
import { type Invitation, INVITATION_MS } from '../../../identity/domain/people/member.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { emailKeyOf } from '../../../identity/domain/people/user.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { addMail } from '../../../identity/use-cases/mails/add-mail.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { role as roleField, invitationShape } from './shapes.js'

/**
 * Invites an address to the Organization for 7 days, replacing any earlier invitation. Only an owner can
 * offer ownership. Conflict if the address belongs to a member, or if the Organization has too many open
 * invitations. TooManyRequests if a quota of emails is used up (docs/api/limits#quotas).
 */
export const inviteOrganizationMemberEntry = entryOf('Members', 'inviteOrganizationMember', {
  ...MEMBERS,
  stepUp: true,
  summary: 'Invite a person to an Organization',
  description: 'The invitation is valid for 7 days. Its token is sent only by email.',
  success: 'The invitation is created and sent by email.',
  tenant: 'organizationId',
  permission: 'members.manage',
  mutation: true,
  effect: 'adds',
  quotas: [
    'openInvitations',
    'emailsToAddressHourly',
    'emailsToAddressDaily',
    'emailsOfPerson',
    'emailsOfOrganization',
  ],
  whileSuspended: false,
  request: mutationRequest({ organizationId: organizationIdField, email: emailAddress, role: roleField }, {}),
  result: mutationResult({ invitation: invitationShape }, {}),
})

const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

export const inviteOrganizationMember = mutation(inviteOrganizationMemberEntry, {
  lock: 'shared',
  inspect: ({ email }) => addressProblems('/email', email),
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { email, role } = request
    const { member, organization } = membershipOf(call)
    const { organizationId } = organization
    if (!coversRole(member.role, role)) return permissionDenied
    // Locked from here on: of two invitations of one address at once, the second finds the first.
    await unit.organizations.lock(organizationId)
    const emailKey = emailKeyOf(email)
    const user = await unit.users.lockByEmail(emailKey)
    const present =
      user === undefined ? undefined : await unit.members.lock({ organizationId, userId: user.userId })
    if (present !== undefined) return conflict
    const earlier = await unit.invitations.lockPending(organizationId, emailKey)
    for (const one of earlier) unit.invitations.replace({ ...one, status: 'revoked' })
    if ((await unit.invitations.countOpen(organizationId, nowMs)) >= QUOTAS.openInvitations.most)
      return E.left(quotaReached('openInvitations'))
    const invitation: Invitation = {
      invitationId: needs.ids.next('inv'),
      organizationId,
      email,
      emailKey,
      role,
      status: 'pending',
      verifier: undefined,
      invitedBy: facts.user.userId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + INVITATION_MS,
    }
    const { invitationId } = invitation
    unit.invitations.add(invitation)
    const { userId: inviterId } = facts.user
    const order = {
      content: { kind: 'invitation', invitationId },
      emailKey,
      inviterId,
      organizationId,
    } as const
    const mailed = await addMail(needs, unit, order, nowMs)
    if (E.isLeft(mailed)) return mailed
    return E.right({
      result: { invitation: invitationView(invitation, nowMs) },
      about: { target: invitationId, details: { role, revoked: earlier.length } },
    })
  },
})
