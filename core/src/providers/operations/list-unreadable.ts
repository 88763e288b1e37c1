import { providerOperations } from './operations.js'
import { unreadableCallbackView } from './views.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'

/** What providers told and nobody understood, newest first. */
export const listUnreadableCallbacks = listing(providerOperations.listUnreadableCallbacks, {
  positions: byId('ucb'),
  read: (_query, { position: before, readAhead: limit }, { storage }) =>
    storage.reconciliation.unreadableCallbacks(before, limit)(),
  positionOf: ({ callbackId }) => callbackId,
  show: (found) => ({ callbacks: found.map(unreadableCallbackView) }),
})
