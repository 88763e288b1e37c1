import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { ADMIN_PERMISSIONS } from '../../domain/people/roles.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { version } from '../../../runner/domain/fields/version.js'

const email = text({ description: 'Email address, as it was entered.', example: 'asha@example.com' })
const displayName = text({ description: 'Display name of the user.', example: 'Asha' })
const userStatus = literalUnion(['active', 'disabled'], {
  description: 'Whether the user can sign in (`active`) or not (`disabled`).',
})

/** The permissions of a super admin, in the form of requests. */
export const adminPermissions = list(literalUnion(ADMIN_PERMISSIONS), {
  maxItems: ADMIN_PERMISSIONS.length,
  description: 'All permissions of the super admin. An empty list removes all access.',
})

/** A super admin; of the second factor, only the number of remaining recovery codes is shown. */
export const superAdminShape = open(
  {
    userId,
    email,
    displayName,
    status: userStatus,
    permissions: list(literalUnion(ADMIN_PERMISSIONS), {
      description: 'All permissions of the super admin.',
    }),
    recoveryCodesLeft: integer({
      min: 0,
      description: 'Number of unused recovery codes.',
      example: 10,
    }),
    createdAt: timestamp('Time at which the user became a super admin.'),
    version,
    userVersion: integer({
      min: 1,
      description: 'Version of the user record, for `disableUser` and `enableUser`.',
      example: 3,
    }),
  },
  {},
  { name: 'SuperAdmin', description: 'A person who administers the platform.' },
)

/** A user as shown to people who may disable users. */
export const userAccountShape = open(
  { userId, email, displayName, status: userStatus, version },
  {},
  { name: 'UserAccount', description: 'A user who can sign in, or who is disabled.' },
)
