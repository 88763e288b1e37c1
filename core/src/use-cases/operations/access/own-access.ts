import { accessOperations } from '../../../domain/operations/access/operations.js'
import { superAdminView } from '../../../domain/operations/people/views.js'
import { asOfNow } from '../running/as-of-now.js'
import { reading } from '../running/implementation.js'

/** Who the caller is, and what they may do at present. */
export const getOwnAccess = reading(accessOperations.getOwnAccess, {
  read: ({ facts: { user, admin } }, needs) => {
    if (admin === undefined) throw new Error('whoever calls at the console is a super admin')
    return asOfNow(needs, { superAdmin: superAdminView(admin, user) })
  },
})
