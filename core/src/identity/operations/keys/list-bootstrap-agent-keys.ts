import { listedAgentKeyView } from './views.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../domain/access/operation.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { listedAgentKeyShape } from './shapes.js'

/** The caller's own bootstrap keys, newest first, with the hour of their last use. */
export const listBootstrapAgentKeysEntry = entryOf('Keys', 'listBootstrapAgentKeys', {
  ...CUSTOMERS_OWN_KEYS,
  summary: "List the caller's bootstrap Agent keys",
  description: 'Lists keys newest first, without their secrets.',
  tenant: 'none',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  controls: [],
  whileSuspended: true,
  live: runAgain('act'),
  request: pageRequest({}, {}),
  result: pageResult({
    agentKeys: list(listedAgentKeyShape, { description: 'The Agent keys on this page.' }),
  }),
})

export const listBootstrapAgentKeys = listing(listBootstrapAgentKeysEntry, {
  positions: byId('agk'),
  query: ({ facts: { user } }) => E.right({ sponsorId: user.userId }),
  read: ({ sponsorId }, { position, readAhead }, { storage }) =>
    storage.administration.bootstrapKeys(sponsorId, position, readAhead)(),
  positionOf: ({ key }) => key.agentKeyId,
  show: (found, _read, { nowMs }) => ({
    agentKeys: found.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs)),
  }),
})
