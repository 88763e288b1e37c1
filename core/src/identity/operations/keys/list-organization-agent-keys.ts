import { listedAgentKeyView } from './views.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { listedAgentKeyShape } from './shapes.js'

/** The Organization's keys, newest first, with the hour of their last use. */
export const listOrganizationAgentKeysEntry = entryOf('Keys', 'listOrganizationAgentKeys', {
  ...CUSTOMERS_OWN_KEYS,
  summary: "List the Organization's Agent keys",
  description: 'Lists keys newest first, without their secrets.',
  mutation: false,
  effect: 'reads',
  controls: [],
  whileSuspended: true,
  live: runAgain('act'),
  request: pageRequest({ organizationId }, {}),
  result: pageResult({
    agentKeys: list(listedAgentKeyShape, { description: 'The Agent keys on this page.' }),
  }),
})

export const listOrganizationAgentKeys = listing(listOrganizationAgentKeysEntry, {
  positions: byId('agk'),
  query: (call) =>
    E.right({ organizationId: membershipOf(call).organization.organizationId, kind: undefined }),
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.agentKeys({ ...query, before, limit })(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})
