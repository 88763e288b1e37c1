import { organizationView } from '../organizations/views.js'
import { E } from '../../../fp.js'
import { joinOrganization } from '../../../identity/use-cases/people/accept-invitation.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { invitationId as invitationIdField, role as roleField } from './shapes.js'
import { organizationShape } from '../organizations/shapes.js'

/** Accepts a membership that was offered to the caller's own address; an existing member keeps their role. */
export const acceptOwnInvitationEntry = entryOf('Members', 'acceptOwnInvitation', {
  ...MEMBERS_AT_WEBSITE,
  effect: 'adds',
  quotas: ['members'],
  summary: 'Accept an invitation to the caller’s own address',
  description:
    'Has the same effect as the link in the email. No token is needed, because the caller has proved the address.',
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
  refusals: ['NotFound'],
  request: mutationRequest({ invitationId: invitationIdField }, {}),
  result: mutationResult({ organization: organizationShape, role: roleField }, {}),
})

export const acceptOwnInvitation = mutation(acceptOwnInvitationEntry, {
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
