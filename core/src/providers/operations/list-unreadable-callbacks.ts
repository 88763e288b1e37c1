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
  summary: "List callbacks that couldn't be interpreted",
  description: 'Lists callbacks newest first. They are kept for thirty days; repeated ones are listed once.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('receipt'),
  request: pageRequest({}, {}),
  result: pageResult({
    callbacks: list(unreadableCallbackShape, { description: 'The callbacks on this page.' }),
  }),
})

export const listUnreadableCallbacks = listing(listUnreadableCallbacksEntry, {
  positions: byId('ucb'),
  read: (_query, { position: before, readAhead: limit }, { storage }) =>
    storage.reconciliation.unreadableCallbacks(before, limit)(),
  positionOf: ({ callbackId }) => callbackId,
  show: (found) => ({ callbacks: found.map(unreadableCallbackView) }),
})
