import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { messageId, requestId } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { testMessageFields, testMessageOptions } from '@postrider/core/messaging/operations/sandbox/shapes'

/** The query of GET /v1/test/messages (docs/api/sandbox#test-messages). */
export const testMessagesQuery = closed(
  {
    limit: defaulted(
      integer({ min: 1, max: 100, description: 'Maximum number of messages per page.', example: 50 }),
      50,
    ),
  },
  {
    to: text({
      minLength: 1,
      maxLength: 320,
      oneLine: true,
      description:
        'Returns only messages to this recipient, written like the `to` of a message. Default: all recipients.',
      example: '+447400123456',
    }),
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

export type TestMessagesParameters = t.TypeOf<typeof testMessagesQuery>

const testMessage = open({ messageId, ...testMessageFields }, testMessageOptions, {
  name: 'TestMessage',
  description: 'A message that the sandbox delivered in the test environment.',
})

/** A page of the sandbox's deliveries for the credential's app. */
export const testMessagePage = open(
  {
    messages: list(testMessage, { maxItems: 100, description: 'The test messages on this page.' }),
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
    name: 'TestMessagePage',
    description: 'A page of test messages, newest first.',
    example: {
      messages: [
        {
          messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
          channel: CHANNEL_NAMES[0],
          to: '+447400123456',
          from: 'ACME',
          text: 'Your code is 424242.',
          otp: '424242',
          deliveredAt: '2026-11-21T08:30:02.125Z',
        },
      ],
      nextCursor: null,
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type TestMessagePageBody = t.TypeOf<typeof testMessagePage>
