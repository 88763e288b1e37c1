import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { consentShape, consentView } from './consent-shapes.js'
import { recipientText as toField } from './shapes.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'

/** Lists an Organization's consent register for super admins, newest first: all, or one recipient's. */
export const listConsentsEntry = entryOf('Suppressions', 'listConsents', {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
  summary: 'List the consent register of an Organization',
  description:
    'Lists opt-ins, opt-outs and their ends, newest first and masked. With `to`, only that recipient.',
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: ['NotFound'],
  live: runAgainForAll('act'),
  request: pageRequest({ organizationId: organizationIdField }, { to: toField }),
  result: pageResult({ consents: list(consentShape, { description: 'The entries on this page.' }) }),
})

export const listConsents = listing(listConsentsEntry, {
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  accesses: ({ to }, needs) => {
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    return about === undefined || E.isLeft(about) ? undefined : about.right.recipient
  },
  positions: byId('con'),
  query: ({ request: { organizationId: named, to } }, needs) => {
    const organizationId = knownId('org', named)
    if (E.isLeft(organizationId)) return organizationId
    const about = to === undefined ? undefined : suppressedRecipient(needs, to)
    if (about !== undefined && E.isLeft(about)) return about
    return E.right({ organizationId: organizationId.right, recipient: about?.right.recipient })
  },
  read: ({ organizationId, recipient }, { position: before, readAhead: limit }, { storage }) =>
    storage.consent.list({ organizationId, recipient, before, limit })(),
  positionOf: ({ consentId }) => consentId,
  show: (entries) => ({ consents: entries.map(consentView) }),
})
