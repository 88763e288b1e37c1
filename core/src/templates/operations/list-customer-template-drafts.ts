import { draftView } from './views.js'
import { E } from '../../fp.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATES } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { templateState, templateChannel, draftShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

export const listCustomerTemplateDraftsEntry = entryOf('Templates', 'listCustomerTemplateDrafts', {
  ...TEMPLATES,
  summary: "List an Organization's template drafts with their status",
  description:
    'Lists the newest version of each draft, newest draft first. A page with long texts has fewer entries than `limit`.',
  success: 'A page of template drafts.',
  live: runAgain('act'),
  request: pageRequest(
    { organizationId: organizationIdField },
    { state: templateState, channel: templateChannel },
  ),
  result: pageResult({ drafts: list(draftShape, { description: 'The drafts on this page.' }) }),
})

export const listCustomerTemplateDrafts = boundedListing(listCustomerTemplateDraftsEntry, {
  positions: byId('tpl'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const { state, channel } = call.request
    return E.right({ organizationId, state, channel })
  },
  read: (query, { position: before, limit }, { storage }) =>
    storage.templates.drafts({ ...query, before, limit })(),
  show: ({ drafts }) => ({ drafts: drafts.map((one) => draftView(one, 'customer')) }),
})
