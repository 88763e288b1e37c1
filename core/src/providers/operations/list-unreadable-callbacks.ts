import { unreadableCallbackView } from './views.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { list } from '../../kernel/codecs/list.js'
import { unreadableCallbackShape } from './shapes.js'

export const listUnreadableCallbacksEntry = entryOf('Providers', 'listUnreadableCallbacks', {
  ...PROVIDERS_INTERACTIVE,
  summary: 'List what providers told that nobody understood',
  description: 'Newest first; kept for thirty days. The same again is there once.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('receipt'),
  request: pageRequest({}, {}),
  result: pageResult({ callbacks: list(unreadableCallbackShape) }),
})

export const listUnreadableCallbacks = listing(listUnreadableCallbacksEntry, {
  positions: byId('ucb'),
  read: (_query, { position: before, readAhead: limit }, { storage }) =>
    storage.reconciliation.unreadableCallbacks(before, limit)(),
  positionOf: ({ callbackId }) => callbackId,
  show: (found) => ({ callbacks: found.map(unreadableCallbackView) }),
})
