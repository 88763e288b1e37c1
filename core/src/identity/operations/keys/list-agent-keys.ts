import { listedAgentKeyView } from './views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../domain/access/operation.js'
import { KEYS_INTERACTIVE } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { list } from '../../../kernel/codecs/list.js'
import { listedAgentKeyShape } from './shapes.js'

/** Agent keys, newest first, of an Organization or a kind, with the hour of their last use. */
export const listAgentKeysEntry = entryOf('Keys', 'listAgentKeys', {
  ...KEYS_INTERACTIVE,
  summary: 'List Agent keys',
  description: 'Lists keys newest first: of one Organization, of one kind, or all.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act'),
  request: pageRequest(
    {},
    {
      organizationId: organizationIdField,
      kind: literalUnion(['customer', 'bootstrap', 'admin'], {
        description: 'Returns only keys of this kind. Default: all kinds.',
      }),
    },
  ),
  result: pageResult({
    agentKeys: list(listedAgentKeyShape, { description: 'The Agent keys on this page.' }),
  }),
})

export const listAgentKeys = listing(listAgentKeysEntry, {
  positions: byId('agk'),
  query: ({ request: { organizationId: named, kind } }) => {
    const organizationId = knownIdIfNamed('org', named)
    return E.isLeft(organizationId) ? organizationId : E.right({ organizationId: organizationId.right, kind })
  },
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.administration.agentKeys({ ...query, before, limit })(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})
