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
  summary: 'List super admins and what they may do',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act'),
  request: pageRequest({}, {}),
  result: pageResult({ superAdmins: list(superAdminShape) }),
})

export const listSuperAdmins = listing(listSuperAdminsEntry, {
  positions: byId('usr'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.administration.superAdmins(position, readAhead)(),
  positionOf: ({ admin }) => admin.userId,
  show: (found) => ({ superAdmins: found.map(({ admin, user }) => superAdminView(admin, user)) }),
})
