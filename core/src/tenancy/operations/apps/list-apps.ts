import { listedAppView } from './views.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { APPS_READING } from './entry-parts.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { listedAppShape } from './shapes.js'

export const listAppsEntry = entryOf('Apps', 'listApps', {
  ...APPS_READING,
  summary: "List the Organization's apps",
  description: 'Lists apps newest first, with their status and last use.',
  request: pageRequest({ organizationId }, {}),
  result: pageResult({ apps: list(listedAppShape, { description: 'The apps on this page.' }) }),
})

export const listApps = listing(listAppsEntry, {
  positions: byId('app'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: (query, { position: before, readAhead: limit }, { storage }, { nowMs }) =>
    storage.tenancy.apps({ ...query, appId: undefined, before, limit, nowMs })(),
  positionOf: ({ app }) => app.appId,
  show: (found) => ({ apps: found.map(listedAppView) }),
})
