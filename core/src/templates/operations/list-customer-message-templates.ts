import { messageTemplateView } from './views.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATES } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { list } from '../../kernel/codecs/list.js'
import { messageTemplateShape } from './shapes.js'

/** Lists the templates that can be sent, newest first. */
export const listCustomerMessageTemplatesEntry = entryOf('Templates', 'listCustomerMessageTemplates', {
  ...TEMPLATES,
  summary: "List an Organization's approved templates",
  description: 'Lists templates that can be used for sending, with their variables.',
  success: 'A page of approved templates.',
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField }, {}),
  result: pageResult({
    templates: list(messageTemplateShape, { description: 'The templates on this page.' }),
  }),
})

export const listCustomerMessageTemplates = listing(listCustomerMessageTemplatesEntry, {
  positions: byId('tpl'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.templates.approved(organizationId, position, readAhead)(),
  positionOf: ({ templateId }) => templateId,
  show: (templates) => ({ templates: templates.map(messageTemplateView) }),
})
