import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { PERMISSIONS, ROLES } from '../../../identity/domain/people/roles.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'

export const invitationId = identifier(
  'ID of the invitation; starts with `inv_`.',
  'inv_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The role of a member; only the role determines their permissions (docs/api/access#roles). */
export const role = literalUnion(ROLES, {
  description: 'Role of the member, which determines their permissions.',
})

/** A role, and whether the caller may give it (docs/api/access#changing-roles). */
export const offeredRoleShape = open(
  {
    role,
    permissions: list(literalUnion(PERMISSIONS), { description: 'Permissions of the role.' }),
    isGivable: flag({
      description:
        "`true` if the caller may assign and remove the role: it has no permission that the caller doesn't have.",
    }),
  },
  {},
  { name: 'OfferedRole', description: 'A role, and whether the caller may assign it.' },
)

const address = text({ description: 'Email address, as it was entered.', example: 'asha@example.com' })
const displayName = text({ description: 'Display name of the user.', example: 'Asha' })

/** A person who can sign in (docs/api/sign-in#sessions). */
export const userShape = open(
  { userId, email: address, displayName },
  {},
  { name: 'User', description: 'A person who can sign in.' },
)

/** A user's membership in an Organization. */
export const memberShape = open(
  {
    organizationId,
    userId,
    email: address,
    displayName,
    role,
    createdAt: timestamp('Time at which the user became a member.'),
  },
  {},
  { name: 'Member', description: "A user's membership in an Organization." },
)

/** An invitation to an Organization (docs/api/access#invitations); its token is only sent by email. */
export const invitationShape = open(
  {
    invitationId,
    organizationId,
    email: address,
    role,
    status: literalUnion(['pending', 'accepted', 'revoked', 'expired'], {
      description:
        '`pending`: can be accepted. `accepted`, `revoked` and `expired`: can no longer be accepted.',
    }),
    createdAt: timestamp('Time at which the invitation was created.'),
    expiresAt: timestamp('Time at which the invitation expires: 7 days after it was last sent.'),
  },
  {},
  { name: 'Invitation', description: 'An invitation to become a member of an Organization.' },
)

/** An invitation as the invited person sees it. */
export const ownInvitationShape = open(
  {
    invitationId,
    organizationName: text({ description: 'Name of the Organization.', example: 'Acme' }),
    invitedByName: text({ description: 'Name of the person who sent the invitation.', example: 'Asha' }),
    role,
    createdAt: timestamp('Time at which the invitation was created.'),
    expiresAt: timestamp('Time at which the invitation expires.'),
  },
  {},
  {
    name: 'OwnInvitation',
    description: 'An invitation to the caller to become a member of an Organization.',
  },
)
