import { providerOperations } from '../../../domain/operations/providers/operations.js'
import { unreadableCallbackView } from '../../../domain/operations/providers/views.js'
import { listing } from '../running/listing.js'
import { byId } from '../running/positions.js'

/** What providers told and nobody understood, newest first. */
export const listUnreadableCallbacks = listing(providerOperations.listUnreadableCallbacks, {
  positions: byId('ucb'),
  read: (_query, { position: before, readAhead: limit }, { storage }) =>
    storage.reconciliation.unreadableCallbacks(before, limit)(),
  positionOf: ({ callbackId }) => callbackId,
  show: (found) => ({ callbacks: found.map(unreadableCallbackView) }),
})
