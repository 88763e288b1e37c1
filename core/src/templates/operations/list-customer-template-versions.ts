import { draftView } from './views.js'
import { E } from '../../fp.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byNumber } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATE_PAGES } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { draftId as draftIdField, draftShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Lists the versions of the Organization's draft, newest first. A page with long texts ends early. */
export const listCustomerTemplateVersionsEntry = entryOf('Templates', 'listCustomerTemplateVersions', {
  ...TEMPLATE_PAGES,
  summary: 'List the versions of a template draft',
  description:
    'Lists versions newest first, each with its history. A page with long texts has fewer entries than `limit`.',
  refusals: ['NotFound'],
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField, draftId: draftIdField }, {}),
  result: pageResult({ versions: list(draftShape, { description: 'The versions on this page.' }) }),
})

export const listCustomerTemplateVersions = boundedListing(listCustomerTemplateVersionsEntry, {
  positions: byNumber,
  query: (call) => {
    const draftId = knownId('tpl', call.request.draftId)
    if (E.isLeft(draftId)) return draftId
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, draftId: draftId.right })
  },
  read: (query, { position: before, limit }, { storage }) =>
    storage.templates.versions({ ...query, before, limit })(),
  show: ({ versions }) => ({ versions: versions.map((one) => draftView(one, 'customer')) }),
})
