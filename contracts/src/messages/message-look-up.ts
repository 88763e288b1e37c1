import type * as t from 'io-ts'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { clientReference } from '@postrider/core/messaging/domain/messages/send-request'
import { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import { idempotencyKey } from './idempotency-key.js'

/**
 * The query of GET /v1/messages: checks whether a message was accepted, without sending again
 * (docs/api/sending#message-look-up).
 */
export const messageLookUpQuery = closed(
  {
    limit: defaulted(
      integer({ min: 1, max: 100, description: 'Maximum number of messages to return.', example: 50 }),
      100,
    ),
  },
  { idempotencyKey, clientReference },
  { exactlyOneOf: ['idempotencyKey', 'clientReference'] },
)

export type MessageLookUpQuery = t.TypeOf<typeof messageLookUpQuery>

/**
 * Its response: the messages of the credential's app; empty if none was accepted with that key or reference.
 */
export const messageLookUp = open(
  {
    messages: list(messageShape, {
      description: 'The messages that were accepted under this key or reference; empty if there are none.',
    }),
    requestId,
  },
  {},
  {
    name: 'MessageLookUp',
    description: 'The messages found.',
    example: { messages: [], requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd' },
  },
)

export type MessageLookUp = t.TypeOf<typeof messageLookUp>
