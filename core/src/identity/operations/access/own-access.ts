import { accessOperations } from './operations.js'
import { superAdminView } from '../people/views.js'
import { asOfNow } from '../../../runner/use-cases/as-of-now.js'
import { reading } from '../../../runner/use-cases/implementation.js'

/** Who the caller is, and what they may do at present. */
export const getOwnAccess = reading(accessOperations.getOwnAccess, {
  read: ({ facts: { user, admin } }, needs) => {
    if (admin === undefined) throw new Error('whoever calls at the console is a super admin')
    return asOfNow(needs, { superAdmin: superAdminView(admin, user) })
  },
})
