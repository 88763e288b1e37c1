import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { messageShape } from '@postrider/core/messaging/operations/messages/shapes'
import { epochMs } from '../accounts/epoch-ms.js'

/** The query of GET /v1/messages/recent (docs/contract#message-list). */
export const messageListQuery = closed(
  { limit: defaulted(integer({ min: 1, max: 100, description: 'Messages per page.' }), 50) },
  {
    channel: literalUnion(CHANNEL_NAMES, { description: 'Only messages of this channel.' }),
    state: literalUnion(MESSAGE_STATES, { description: 'Only messages that are in this state now.' }),
    from: epochMs(
      'Only messages that were accepted at this moment or later, in epoch milliseconds.',
      1_793_491_200_000,
    ),
    to: epochMs(
      'Only messages that were accepted before this moment, in epoch milliseconds.',
      1_795_910_400_000,
    ),
    cursor: text({
      minLength: 1,
      maxLength: 1024,
      oneLine: true,
      description: 'Opaque; the `nextCursor` of the previous page, with the same other parameters.',
    }),
  },
)

export type MessageListParameters = t.TypeOf<typeof messageListQuery>

/** A page of the messages of the credential's app. */
export const messagePage = open(
  {
    messages: list(messageShape, {
      maxItems: 100,
      description: 'May be fewer than `limit`, even none, while there are more.',
    }),
    nextCursor: nullable(text({ description: 'Requests the next page; null on the last page.' })),
    requestId,
  },
  {},
  {
    name: 'MessagePage',
    description: 'A page of messages, newest first.',
    example: { messages: [], nextCursor: null, requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd' },
  },
)

export type MessagePageBody = t.TypeOf<typeof messagePage>
