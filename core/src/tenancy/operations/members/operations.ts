import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { list } from '../../../kernel/codecs/list.js'
import { text } from '../../../kernel/codecs/text.js'
import { runAgain, runAgainFromAnywhere } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { credentialShape } from '../../../identity/operations/credentials/shapes.js'
import { agentKeyShape } from '../../../identity/operations/keys/shapes.js'
import { organizationShape } from '../organizations/shapes.js'
import {
  invitationId,
  invitationShape,
  memberShape,
  offeredRoleShape,
  ownInvitationShape,
  role,
} from './shapes.js'

const MEMBERS = {
  audiences: ['customerControl'],
  keyKinds: [],
  controls: [],
} as const

const revokeCreated = flag({
  description:
    'True: also revokes the credentials that the member created, and the Agent keys that they answer for.',
})

/** Credentials that a member created and keys that they answer for: those that worked before, as they are now. */
const CREATED = { credentials: list(credentialShape), agentKeys: list(agentKeyShape) } as const

/** What people do at the website alone, where they are there themselves. */
const AT_WEBSITE = { ...MEMBERS, audiences: ['customerWebsite'], mutation: true } as const

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
    effect: 'reads',
    whileSuspended: true,
    live: runAgain('act'),
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ members: list(memberShape), invitations: list(invitationShape) }),
  },
  inviteOrganizationMember: {
    ...MEMBERS,
    stepUp: true,
    summary: 'Invite somebody to an Organization',
    description: 'The invitation is good for 7 days; its token goes by mail only.',
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
    effect: 'adds',
    quotas: ['members'],
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
    stepUp: true,
    summary: 'Take a member or an invitation out of an Organization',
    description:
      'The last owner stays. The result lists the credentials that the member created and the Agent keys they answer for, which are revoked too if that is asked for.',
    tenant: 'organizationId',
    permission: 'members.manage',
    mutation: true,
    effect: 'ends',
    whileSuspended: true,
    controls: ['reason'],
    request: mutationRequest(
      { organizationId, reason },
      { userId, invitationId, revokeCreated },
      { exactlyOneOf: ['userId', 'invitationId'] },
    ),
    result: mutationResult(
      CREATED,
      { member: memberShape, invitation: invitationShape },
      { exactlyOneOf: ['member', 'invitation'] },
    ),
  },
  listOrganizationRoles: {
    ...AT_WEBSITE,
    summary: 'List the roles there are, what each may do, and which of them the caller may give',
    tenant: 'organizationId',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    live: runAgain('act'),
    request: readRequest({ organizationId }, {}),
    result: readResult({ roles: list(offeredRoleShape) }, {}),
  },
  resendOrganizationInvitation: {
    ...AT_WEBSITE,
    effect: 'changes',
    quotas: ['emailsToAddressHourly', 'emailsToAddressDaily', 'emailsOfPerson', 'emailsOfOrganization'],
    summary: 'Send an invitation again',
    description:
      'By a new link, which works for 7 days from then; the one before works no more. Three times an hour for an address.',
    tenant: 'organizationId',
    permission: 'members.manage',
    whileSuspended: false,
    refusals: ['TooManyRequests'],
    request: mutationRequest({ organizationId, invitationId }, {}),
    result: mutationResult({ invitation: invitationShape }, {}),
  },
  changeOrganizationMemberRole: {
    ...AT_WEBSITE,
    effect: 'changes',
    stepUp: true,
    summary: 'Give a member another role',
    description:
      'Nobody gives or takes what they may not do themselves, and the last owner stays one. It counts with the next request of the member and of their Agents.',
    tenant: 'organizationId',
    permission: 'members.manage',
    whileSuspended: true,
    controls: ['reason'],
    request: mutationRequest({ organizationId, userId, role, reason }, { revokeCreated }),
    result: mutationResult({ member: memberShape, ...CREATED }, {}),
  },
  requireSecondFactor: {
    ...AT_WEBSITE,
    effect: 'changes',
    stepUp: true,
    summary: 'Require a second factor of the members, or stop requiring it',
    description:
      'Members without one can do nothing in the Organization until they turn one on. Only owners who have one can require it.',
    tenant: 'organizationId',
    permission: 'organization.manage',
    whileSuspended: true,
    controls: ['reason', 'version'],
    request: mutationRequest(
      {
        organizationId,
        isRequired: flag({ description: 'Whether members need a second factor from now on.' }),
        version,
        reason,
      },
      {},
    ),
    result: mutationResult({ organization: organizationShape }, {}),
  },
  leaveOrganization: {
    ...AT_WEBSITE,
    effect: 'ends',
    summary: 'Leave an Organization',
    description: 'The last owner stays.',
    tenant: 'organizationId',
    permission: undefined,
    whileSuspended: true,
    request: mutationRequest({ organizationId }, {}),
    result: mutationResult({}, {}),
  },
  listOwnInvitations: {
    ...AT_WEBSITE,
    summary: 'List what the caller is invited to',
    description: 'Newest first; what cannot be accepted any more is left out.',
    tenant: 'none',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    live: runAgainFromAnywhere('act'),
    request: readRequest({}, {}),
    result: readResult({ invitations: list(ownInvitationShape) }, {}),
  },
  acceptOwnInvitation: {
    ...AT_WEBSITE,
    effect: 'adds',
    quotas: ['members'],
    summary: 'Accept an invitation of the caller’s own address',
    description: 'As by the link of its mail: whoever is signed in has proved the address.',
    tenant: 'none',
    permission: undefined,
    whileSuspended: true,
    refusals: ['NotFound'],
    request: mutationRequest({ invitationId }, {}),
    result: mutationResult({ organization: organizationShape, role }, {}),
  },
} as const satisfies Entries)
