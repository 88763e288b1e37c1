import { foundAppView } from './views.js'
import { E } from '../../../fp.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { searchText, foundAppShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'

/** Apps of all Organizations, newest first: all, or those that match a text. */
export const findAppsEntry = entryOf('Organizations', 'findApps', {
  ...ORGANIZATIONS_ADMIN,
  summary: 'Search the apps of all Organizations by name',
  description: 'Lists matches newest first. A page may have fewer entries than `limit` while there are more.',
  success: 'A page of apps.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: pageRequest({}, { text: searchText }),
  result: pageResult({ apps: list(foundAppShape, { description: 'The apps on this page.' }) }),
})

export const findApps = boundedListing(findAppsEntry, {
  positions: byId('app'),
  query: ({ request: { text } }) => E.right({ text }),
  read: (query, { position: before, limit }, { storage }) =>
    storage.administration.apps({ ...query, before, limit })(),
  show: ({ found }) => ({
    apps: found.map(({ app, organizationName }) => foundAppView(app, organizationName)),
  }),
})
