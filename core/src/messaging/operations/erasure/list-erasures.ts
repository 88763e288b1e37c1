import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { list } from '../../../kernel/codecs/list.js'
import { runAgain, runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { ERASURE_CONSOLE, ERASURE_WEBSITE } from './entry-parts.js'
import { erasureShape, erasureView, ownErasureView } from './shapes.js'

const LISTING = {
  mutation: false,
  effect: 'reads',
  controls: [],
  request: pageRequest({ organizationId: organizationIdField }, {}),
  result: pageResult({ erasures: list(erasureShape, { description: 'The erasures on this page.' }) }),
} as const

/** Lists the erasures of an Organization with their progress, newest first. */
export const listErasuresEntry = entryOf('Erasures', 'listErasures', {
  ...ERASURE_WEBSITE,
  ...LISTING,
  live: runAgain('act'),
  summary: 'List the erasures of recipients',
  description: 'Lists the erasures with their progress, newest first. They don’t contain the recipients.',
  success: 'A page of erasures.',
})

export const listErasures = listing(listErasuresEntry, {
  positions: byId('era'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.erasures.list(organizationId, position, readAhead)(),
  positionOf: ({ erasureId }) => erasureId,
  show: (erasures) => ({ erasures: erasures.map(ownErasureView) }),
})

/** The same for super admins. */
export const listOrganizationErasuresEntry = entryOf('Erasures', 'listOrganizationErasures', {
  ...ERASURE_CONSOLE,
  ...LISTING,
  live: runAgainForAll('act'),
  summary: 'List the erasures of an Organization',
  description: 'Lists the erasures with their progress, newest first. They don’t contain the recipients.',
})

export const listOrganizationErasures = listing(listOrganizationErasuresEntry, {
  positions: byId('era'),
  query: ({ request }) => {
    const organizationId = knownId('org', request.organizationId)
    return E.isLeft(organizationId) ? organizationId : E.right({ organizationId: organizationId.right })
  },
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.erasures.list(organizationId, position, readAhead)(),
  positionOf: ({ erasureId }) => erasureId,
  show: (erasures) => ({ erasures: erasures.map(erasureView) }),
})
