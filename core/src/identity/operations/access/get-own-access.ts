import { superAdminView } from '../people/views.js'
import { atCurrentEpoch } from '../../../runner/use-cases/at-current-epoch.js'
import { reading } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { OWN_ACCESS } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { superAdminShape } from '../people/shapes.js'

/** The caller, and their present permissions. */
export const getOwnAccessEntry = entryOf('Access', 'getOwnAccess', {
  ...OWN_ACCESS,
  summary: 'Show who is signed in, and their permissions',
  description:
    'Returns the super admin record of the caller, with permissions and the number of recovery codes left.',
  mutation: false,
  effect: 'reads',
  controls: [],
  request: readRequest({}, {}),
  result: readResult({ superAdmin: superAdminShape }, {}),
})

export const getOwnAccess = reading(getOwnAccessEntry, {
  read: ({ facts: { user, admin } }, needs) => {
    if (admin === undefined) throw new Error('whoever calls at the console is a super admin')
    return atCurrentEpoch(needs, { superAdmin: superAdminView(admin, user) })
  },
})
