import { historyMessageView } from './message-view.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { handOn } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { HISTORY_FILTERS } from './entry-parts.js'
import { list } from '../../../kernel/codecs/list.js'
import { historyMessageShape } from './message-view.js'

/**
 * Lists an Organization's messages, newest first. The number of messages read for a page is bounded, so a
 * page can be shorter than its limit, even empty, although there are more. NotFound for an app of another
 * Organization.
 */
export const listCustomerMessageHistoryEntry = entryOf('Messages', 'listCustomerMessageHistory', {
  summary: "List an Organization's messages",
  description:
    'Lists messages newest first, with masked recipients. A page may have fewer messages than `limit`, even none; the last page is the one with a null `nextCursor`.',
  success: 'A page of messages, newest first.',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'messages.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
  live: handOn('message'),
  request: pageRequest({ organizationId: organizationIdField }, HISTORY_FILTERS),
  result: pageResult({ messages: list(historyMessageShape, { description: 'The messages on this page.' }) }),
})

export const listCustomerMessageHistory = boundedListing(listCustomerMessageHistoryEntry, {
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
