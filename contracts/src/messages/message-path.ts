import type * as t from 'io-ts'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'

/**
 * The path of one message. An invalid id gets the same response as an unknown message: 404
 * (docs/api/conventions#identifiers).
 */
export const messagePath = closed(
  {
    messageId: identifier(
      'ID of the message, as returned when it was accepted.',
      'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
  },
  {},
)

export type MessagePath = t.TypeOf<typeof messagePath>
