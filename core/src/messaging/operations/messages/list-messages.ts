import { PAST_CHECK_MS } from '../../../providers/domain/calls/past-check.js'
import { platformMessageView } from './message-view.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_READING, MESSAGES_EVERYWHERE } from './entry-parts.js'
import { handOn } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { MESSAGE_STATES } from '../../../kernel/messages/message-state.js'
import { from, to } from '../../../runner/domain/fields/epoch-bounds.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { list } from '../../../kernel/codecs/list.js'
import { platformMessageShape } from './message-view.js'

/** Lists messages of all Organizations, newest first. The number of messages read for a page is bounded. */
export const listMessagesEntry = entryOf('Messages', 'listMessages', {
  ...MESSAGES_READING,
  ...MESSAGES_EVERYWHERE,
  summary: 'List messages of the platform',
  description:
    'Lists messages newest first, with masked recipients. A page may have fewer messages than `limit`, even none; the last page is the one with a null `nextCursor`.',
  success: 'A page of messages, newest first.',
  refusals: ['NotFound'],
  live: handOn('message'),
  request: pageRequest(
    {},
    {
      organizationId: organizationIdField,
      appId: appIdField,
      channel: literalUnion(CHANNEL_NAMES, {
        description: 'Returns only messages of this channel. Default: all channels.',
      }),
      state: literalUnion(MESSAGE_STATES, {
        description: 'Returns only messages that are in this state now. Default: all states.',
      }),
      from,
      to,
      pastCheck: flag({
        description:
          '`true` returns only messages whose outcome stayed unknown after all possible queries to the provider. Default: all messages.',
      }),
    },
  ),
  result: pageResult({ messages: list(platformMessageShape, { description: 'The messages on this page.' }) }),
})

export const listMessages = boundedListing(listMessagesEntry, {
  positions: byId('msg'),
  query: ({ request }) => {
    const { channel, state, from: fromMs, to: toMs, pastCheck = false } = request
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const appId = knownIdIfNamed('app', request.appId)
    if (E.isLeft(appId)) return appId
    const of = { organizationId: organizationId.right, appId: appId.right }
    return E.right({ ...of, channel, state, fromMs, toMs, pastCheck })
  },
  read: async ({ pastCheck, ...query }, { position: before, limit }, { storage }, { nowMs }) => {
    if (!pastCheck)
      return storage.reconciliation.messages({ ...query, unchangedSinceMs: undefined, before, limit })()
    const unconfirmed = { ...query, state: 'UNCONFIRMED', unchangedSinceMs: nowMs - PAST_CHECK_MS } as const
    const isNone = query.state !== undefined && query.state !== 'UNCONFIRMED'
    const read = await storage.reconciliation.messages({
      ...unconfirmed,
      before,
      limit: isNone ? 0 : limit,
    })()
    if (E.isLeft(read) || !isNone) return read
    const { epoch, value } = read.right
    return E.right({ epoch, value: { ...value, before: undefined } })
  },
  show: ({ messages }) => ({ messages: messages.map(platformMessageView) }),
})
