import { bookOf } from '../../../ledger/domain/book.js'
import { messageOperations } from './operations.js'
import { historyMessageView } from './views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { ofOwnApp } from '../../../runner/use-cases/of-own-app.js'
import { byId } from '../../../runner/use-cases/positions.js'

/**
 * An Organization's messages, newest first. A page may be shorter than was asked for, even empty, while there is more:
 * how many messages are looked at is bounded. NotFound for an app that is not its own.
 */
export const listCustomerMessageHistory = boundedListing(messageOperations.listCustomerMessageHistory, {
  positions: byId('msg'),
  query: (call) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const { channel, state, failureCode, environment, from: fromMs, to: toMs } = call.request
    // Cursors of before go on where these two are not asked for.
    const narrower = {
      ...(failureCode === undefined ? {} : { failureCode }),
      ...(environment === undefined ? {} : { book: bookOf(organization, environment) }),
    }
    const appId = knownIdIfNamed('app', call.request.appId)
    return E.isLeft(appId)
      ? appId
      : E.right({ organizationId, appId: appId.right, channel, state, fromMs, toMs, ...narrower })
  },
  read: async (query, { position: before, limit }, needs) => {
    const read = await needs.storage.activity.history({ ...query, before, limit })()
    return E.isLeft(read) ? read : ofOwnApp(needs, query)(read.right, ({ messages }) => messages.length === 0)
  },
  show: ({ messages }) => ({ messages: messages.map(historyMessageView) }),
})
