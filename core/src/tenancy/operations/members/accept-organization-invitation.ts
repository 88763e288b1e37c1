import { organizationView } from '../organizations/views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { joinOrganization } from '../../../identity/use-cases/people/accept-invitation.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { text } from '../../../kernel/codecs/text.js'
import { organizationShape } from '../organizations/shapes.js'
import { role as roleField } from './shapes.js'

/** Accepts the membership that an email offered; an existing member keeps their role. */
export const acceptOrganizationInvitationEntry = entryOf('Members', 'acceptOrganizationInvitation', {
  ...MEMBERS,
  summary: 'Accept an invitation',
  description: "The caller's email address must be the invited one.",
  success: 'The caller is a member of the Organization.',
  tenant: 'none',
  permission: undefined,
  mutation: true,
  effect: 'adds',
  quotas: ['members'],
  whileSuspended: true,
  refusals: ['NotFound'],
  noScreen: 'A page without script accepts invitations.',
  request: mutationRequest(
    {
      token: text({
        minLength: 10,
        maxLength: 512,
        oneLine: true,
        description: 'Token from the link in the invitation email.',
        example: 'q7w2e9r4t6y1u3i5o8p0',
      }),
    },
    {},
  ),
  result: mutationResult({ organization: organizationShape, role: roleField }, {}),
})

const notFound = E.left(refusal('NotFound'))

export const acceptOrganizationInvitation = mutation(acceptOrganizationInvitationEntry, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, { sessionTokens }) => {
    const verifier = sessionTokens.verifierOf('link', request.token)
    if (verifier === undefined) return notFound
    const locked = await unit.invitations.lockByVerifier(verifier)
    const taken = await joinOrganization(unit, locked, facts.user, nowMs)
    if (E.isLeft(taken)) return taken
    const { organization, invitation, role } = taken.right
    const { organizationId } = organization
    return E.right({
      result: { organization: organizationView(organization), role },
      about: { target: invitation.invitationId, organizationId, details: { role } },
    })
  },
})
