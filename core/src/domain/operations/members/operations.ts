import { emailAddress } from '../../codecs/email-text.js'
import { list } from '../../codecs/list.js'
import { text } from '../../codecs/text.js'
import { type Entries, operationsAbout } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import { userId } from '../fields/people.js'
import { organizationId } from '../fields/tenancy.js'
import { reason } from '../fields/written-texts.js'
import { organizationShape } from '../organizations/shapes.js'
import { invitationId, invitationShape, memberShape, role } from './shapes.js'

const MEMBERS = {
  audiences: ['customerControl'],
  keyKinds: [],
  controls: [],
} as const

/** Who belongs to an Organization, and who may come to (docs/contract#invitations). */
export const memberOperations = operationsAbout('Members', {
  listOrganizationMembers: {
    ...MEMBERS,
    summary: "List an Organization's members and invitations",
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['customer'],
    tenant: 'organizationId',
    permission: undefined,
    mutation: false,
    whileSuspended: true,
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ members: list(memberShape), invitations: list(invitationShape) }),
  },
  inviteOrganizationMember: {
    ...MEMBERS,
    summary: 'Invite somebody to an Organization',
    description: 'The invitation is good for 7 days; its token goes by mail only.',
    tenant: 'organizationId',
    permission: 'members.manage',
    mutation: true,
    whileSuspended: false,
    request: mutationRequest({ organizationId, email: emailAddress, role }, {}),
    result: mutationResult({ invitation: invitationShape }, {}),
  },
  acceptOrganizationInvitation: {
    ...MEMBERS,
    summary: 'Accept an invitation',
    description: 'The address of whoever is signed in must be the invited one.',
    tenant: 'none',
    permission: undefined,
    mutation: true,
    whileSuspended: true,
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        token: text({
          minLength: 10,
          maxLength: 512,
          oneLine: true,
          description: 'As it stands in the mail.',
          example: 'q7w2e9r4t6y1u3i5o8p0',
        }),
      },
      {},
    ),
    result: mutationResult({ organization: organizationShape, role }, {}),
  },
  revokeOrganizationMember: {
    ...MEMBERS,
    summary: 'Take a member or an invitation out of an Organization',
    description: 'The last owner stays.',
    tenant: 'organizationId',
    permission: 'members.manage',
    mutation: true,
    whileSuspended: true,
    controls: ['reason'],
    request: mutationRequest(
      { organizationId, reason },
      { userId, invitationId },
      { exactlyOneOf: ['userId', 'invitationId'] },
    ),
    result: mutationResult(
      {},
      { member: memberShape, invitation: invitationShape },
      { exactlyOneOf: ['member', 'invitation'] },
    ),
  },
} as const satisfies Entries)
