import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { PERMISSIONS, ROLES } from '../../../identity/domain/people/roles.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'

export const invitationId = identifier('The invitation.', 'inv_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The role of a member; only the role determines their permissions (docs/contract#roles). */
export const role = literalUnion(ROLES, { description: 'Decides what the member may do.' })

/** A role, and whether the caller may give it (docs/contract#changing-roles). */
export const offeredRoleShape = open(
  {
    role,
    permissions: list(literalUnion(PERMISSIONS), { description: 'What whoever has it may do.' }),
    isGivable: flag({
      description: 'Whether the caller may give it to a member, and take it: it may no more than their own.',
    }),
  },
  {},
  { name: 'OfferedRole', description: 'A role, and whether the caller may give it.' },
)

const address = text({ description: 'As it was written.', example: 'asha@example.com' })
const displayName = text({ description: 'What people call the user.', example: 'Asha' })

/** A person who can sign in (docs/contract#sessions). */
export const userShape = open({ userId, email: address, displayName }, {}, { name: 'User' })

/** A user's membership in an Organization. */
export const memberShape = open(
  {
    organizationId,
    userId,
    email: address,
    displayName,
    role,
    createdAt: timestamp('Since when the user belongs to it.'),
  },
  {},
  { name: 'Member', description: "A user's place in an Organization." },
)

/** An invitation to an Organization (docs/contract#invitations); its token is only sent by email. */
export const invitationShape = open(
  {
    invitationId,
    organizationId,
    email: address,
    role,
    status: literalUnion(['pending', 'accepted', 'revoked', 'expired']),
    createdAt: timestamp('When it was made.'),
    expiresAt: timestamp('From then on it cannot be accepted: 7 days after it was sent last.'),
  },
  {},
  { name: 'Invitation', description: 'An offer of a place in an Organization.' },
)

/** An invitation as the invited person sees it. */
export const ownInvitationShape = open(
  {
    invitationId,
    organizationName: text({ description: 'Where the place is.', example: 'Acme' }),
    invitedByName: text({ description: 'Who made the offer.', example: 'Asha' }),
    role,
    createdAt: timestamp('When it was made.'),
    expiresAt: timestamp('From then on it cannot be accepted.'),
  },
  {},
  { name: 'OwnInvitation', description: 'An offer of a place that is made to the caller.' },
)
