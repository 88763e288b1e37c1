import { superAdminView } from './views.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../domain/access/operation.js'
import { PEOPLE_INTERACTIVE } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { superAdminShape } from './shapes.js'

/** Super admins ordered by user id. */
export const listSuperAdminsEntry = entryOf('People', 'listSuperAdmins', {
  ...PEOPLE_INTERACTIVE,
  summary: 'List super admins and their permissions',
  description:
    'Lists super admins with their permissions and the number of recovery codes that they have left.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act'),
  request: pageRequest({}, {}),
  result: pageResult({
    superAdmins: list(superAdminShape, { description: 'The super admins on this page.' }),
  }),
})

export const listSuperAdmins = listing(listSuperAdminsEntry, {
  positions: byId('usr'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.administration.superAdmins(position, readAhead)(),
  positionOf: ({ admin }) => admin.userId,
  show: (found) => ({ superAdmins: found.map(({ admin, user }) => superAdminView(admin, user)) }),
})
