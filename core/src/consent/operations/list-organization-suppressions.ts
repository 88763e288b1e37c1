import { ownSuppressionView } from './views.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { recipientText as toField, ownSuppressionShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Lists suppressions for the Organization's own members. */
export const listOrganizationSuppressionsEntry = entryOf('Suppressions', 'listOrganizationSuppressions', {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'messages.read',
  whileSuspended: true,
  summary: 'List the suppressed recipients of the Organization',
  description:
    'Lists the recipients that get nothing, or nothing promotional, newest first and masked. With `to`, only that recipient. `endedBy` shows who can end the suppression.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField }, { to: toField }),
  result: pageResult({
    suppressions: list(ownSuppressionShape, { description: 'The suppressions on this page.' }),
  }),
})

export const listOrganizationSuppressions = listing(listOrganizationSuppressionsEntry, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  positions: byId('sup'),
  query: (call, needs) => {
    const { to } = call.request
    const { organizationId } = membershipOf(call).organization
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.suppressions({ organizationId, recipient, before, limit })(),
  positionOf: ({ suppressionId }) => suppressionId,
  show: (suppressions) => ({ suppressions: suppressions.map(ownSuppressionView) }),
})
