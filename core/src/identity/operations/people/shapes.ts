import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { ADMIN_PERMISSIONS } from '../../domain/people/roles.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { version } from '../../../runner/domain/fields/version.js'

const email = text({ description: 'As it was written.', example: 'asha@example.com' })
const displayName = text({ description: 'What people call the user.', example: 'Asha' })
const userStatus = literalUnion(['active', 'disabled'])

/** The permissions of a super admin, in the form of requests. */
export const adminPermissions = list(literalUnion(ADMIN_PERMISSIONS), {
  maxItems: ADMIN_PERMISSIONS.length,
  description: 'All that they may do; none for one who may do nothing any more.',
})

/** A super admin; of the second factor, only the number of remaining recovery codes is shown. */
export const superAdminShape = open(
  {
    userId,
    email,
    displayName,
    status: userStatus,
    permissions: list(literalUnion(ADMIN_PERMISSIONS)),
    recoveryCodesLeft: integer({ min: 0, example: 10 }),
    createdAt: timestamp('Since when they are one.'),
    version,
    userVersion: integer({
      min: 1,
      description: 'The version by which the user is disabled or let in again.',
    }),
  },
  {},
  { name: 'SuperAdmin', description: 'A person who administers the platform.' },
)

/** A user as shown to people who may disable users. */
export const userAccountShape = open(
  { userId, email, displayName, status: userStatus, version },
  {},
  { name: 'UserAccount', description: 'A person who can sign in, or could.' },
)
