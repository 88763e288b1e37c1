import { messageOperations } from './operations.js'
import { historyMessageView } from './views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byId } from '../../../runner/use-cases/positions.js'

/**
 * An Organization's messages, newest first. A page may be shorter than was asked for, even empty, while there is more:
 * how many messages are looked at is bounded. NotFound for an app that is not its own.
 */
export const listCustomerMessageHistory = boundedListing(messageOperations.listCustomerMessageHistory, {
  positions: byId('msg'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const { channel, state, failureCode, environment, from: fromMs, to: toMs } = call.request
    const appId = knownIdIfNamed('app', call.request.appId)
    return E.isLeft(appId)
      ? appId
      : E.right({
          organizationId,
          appId: appId.right,
          channel,
          state,
          failureCode,
          environment,
          fromMs,
          toMs,
        })
  },
  read: async (query, { position: before, limit }, needs) => {
    const read = await needs.storage.activity.history({ ...query, before, limit })()
    return E.isLeft(read)
      ? read
      : verifyAppOwner(needs, query)(read.right, ({ messages }) => messages.length === 0)
  },
  show: ({ messages }) => ({ messages: messages.map(historyMessageView) }),
})
