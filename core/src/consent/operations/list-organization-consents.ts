import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { consentShape, consentView } from './consent-shapes.js'
import { recipientText as toField } from './shapes.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'

/** Lists the Organization's own consent register, newest first: all, or one recipient's. */
export const listOrganizationConsentsEntry = entryOf('Suppressions', 'listOrganizationConsents', {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'messages.read',
  whileSuspended: true,
  summary: 'List the consent register',
  description:
    'Lists opt-ins, opt-outs and their ends, newest first and masked. With `to`, only that recipient.',
  success: 'A page of the consent register.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField }, { to: toField }),
  result: pageResult({ consents: list(consentShape, { description: 'The entries on this page.' }) }),
})

export const listOrganizationConsents = listing(listOrganizationConsentsEntry, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  positions: byId('con'),
  query: (call, needs) => {
    const { to } = call.request
    const { organizationId } = membershipOf(call).organization
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.consent.list({ organizationId, recipient, before, limit })(),
  positionOf: ({ consentId }) => consentId,
  show: (entries) => ({ consents: entries.map(consentView) }),
})
