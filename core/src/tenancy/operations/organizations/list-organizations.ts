import { organizationView } from './views.js'
import { E } from '../../../fp.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { searchText, organizationShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'

/** Organizations, newest first, filtered by status and search text. */
export const listOrganizationsEntry = entryOf('Organizations', 'listOrganizations', {
  ...ORGANIZATIONS_ADMIN,
  summary: 'List Organizations',
  description:
    'Lists Organizations newest first. A page may have fewer entries than `limit` while there are more.',
  success: 'A page of Organizations.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: pageRequest(
    {},
    {
      status: literalUnion(['active', 'suspended'], {
        description: 'Returns only Organizations with this status. Default: all.',
      }),
      text: searchText,
    },
  ),
  result: pageResult({
    organizations: list(organizationShape, { description: 'The Organizations on this page.' }),
  }),
})

export const listOrganizations = boundedListing(listOrganizationsEntry, {
  positions: byId('org'),
  query: ({ request: { status, text } }) => E.right({ status, text }),
  read: (query, { position: before, limit }, { storage }) =>
    storage.administration.organizations({ ...query, before, limit })(),
  show: ({ found }) => ({ organizations: found.map(organizationView) }),
})
