import type * as t from 'io-ts'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { messageId, requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { estimatedCharge } from './estimated-charge.js'

/**
 * The 202 body of POST /v1/messages (docs/api/sending#acceptance): the message is durably accepted, which
 * doesn't mean that it is delivered.
 */
export const acceptedMessage = open(
  {
    messageId,
    state: literalUnion(['ACCEPTED'], {
      description: 'Always `ACCEPTED`, also if the response is a replay.',
    }),
    acceptedAt: timestamp('Time at which Postrider accepted the message.'),
    estimatedCharge,
    requestId,
  },
  {},
  {
    name: 'AcceptedMessage',
    description: 'Confirmation that the message is stored durably and its cost reserved.',
    example: {
      messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
      state: 'ACCEPTED',
      acceptedAt: '2026-11-21T08:30:00.000Z',
      estimatedCharge: {
        amountMinor: 35,
        currency: 'INR',
        status: 'provisional',
        priceVersionId: 'prv_01k9x7c2v5n8q4r6t0w3y1z5bd',
      },
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type AcceptedMessage = t.TypeOf<typeof acceptedMessage>
