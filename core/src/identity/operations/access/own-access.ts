import { accessOperations } from './operations.js'
import { superAdminView } from '../people/views.js'
import { atCurrentEpoch } from '../../../runner/use-cases/at-current-epoch.js'
import { reading } from '../../../runner/use-cases/implementation.js'

/** Who the caller is, and what they may do at present. */
export const getOwnAccess = reading(accessOperations.getOwnAccess, {
  read: ({ facts: { user, admin } }, needs) => {
    if (admin === undefined) throw new Error('whoever calls at the console is a super admin')
    return atCurrentEpoch(needs, { superAdmin: superAdminView(admin, user) })
  },
})
