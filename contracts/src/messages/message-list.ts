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
import { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import { epochMs } from '../accounts/epoch-ms.js'

/** The query of GET /v1/messages/recent (docs/api/sending#message-list). */
export const messageListQuery = closed(
  {
    limit: defaulted(
      integer({ min: 1, max: 100, description: 'Maximum number of messages per page.', example: 50 }),
      50,
    ),
  },
  {
    channel: literalUnion(CHANNEL_NAMES, {
      description: 'Returns only messages of this channel. Default: all channels.',
    }),
    state: literalUnion(MESSAGE_STATES, {
      description: 'Returns only messages that are in this state now. Default: all states.',
    }),
    from: epochMs(
      'Returns only messages accepted at this time or later, in epoch milliseconds. Default: no lower bound.',
      1_793_491_200_000,
    ),
    to: epochMs(
      'Returns only messages accepted before this time, in epoch milliseconds. Default: no upper bound.',
      1_795_910_400_000,
    ),
    cursor: text({
      minLength: 1,
      maxLength: 1024,
      oneLine: true,
      description:
        'Position to continue from: the `nextCursor` of the previous page. Repeat the other parameters unchanged. Omit it for the first page.',
      example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
    }),
  },
)

export type MessageListParameters = t.TypeOf<typeof messageListQuery>

/** A page of the messages of the credential's app. */
export const messagePage = open(
  {
    messages: list(messageShape, {
      maxItems: 100,
      description: "The messages. There may be fewer than `limit`, even none, while `nextCursor` isn't null.",
    }),
    nextCursor: nullable(
      text({
        description: 'Cursor of the next page; null on the last page.',
        example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
      }),
    ),
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
