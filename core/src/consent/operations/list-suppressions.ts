import { suppressionView } from './views.js'
import { E } from '../../fp.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPRESSION_OPERATORS } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { recipientText as toField, suppressionShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Lists an Organization's suppressions, newest first: all, or those of one recipient. */
export const listSuppressionsEntry = entryOf('Suppressions', 'listSuppressions', {
  ...SUPPRESSION_OPERATORS,
  summary: 'List the suppressed recipients of an Organization',
  description:
    'Lists the recipients that get nothing, or nothing promotional, newest first and masked. With `to`, only that recipient.',
  success: 'A page of suppressions.',
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: ['NotFound'],
  live: runAgainForAll('act'),
  request: pageRequest({ organizationId: organizationIdField }, { to: toField }),
  result: pageResult({
    suppressions: list(suppressionShape, { description: 'The suppressions on this page.' }),
  }),
})

export const listSuppressions = listing(listSuppressionsEntry, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  accesses: ({ to }, needs) => {
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    return about === undefined || E.isLeft(about) ? undefined : about.right.recipient
  },
  positions: byId('sup'),
  query: ({ request: { organizationId: named, to } }, needs) => {
    const organizationId = knownId('org', named)
    if (E.isLeft(organizationId)) return organizationId
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId: organizationId.right, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.suppressions({ organizationId, recipient, before, limit })(),
  positionOf: ({ suppressionId }) => suppressionId,
  show: (suppressions) => ({ suppressions: suppressions.map(suppressionView) }),
})
