import type * as t from 'io-ts'
import type { Message } from '../../messages/message.js'
import { maskedRecipient } from '../../recipients/masked-recipient.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { historyMessageShape, messageShape } from '../shapes/message-shapes.js'

/** A message as its sender may see it (specification 2.4); what is absent is left out. */
export const messageView = (message: Message): t.TypeOf<typeof messageShape> => ({
  messageId: message.messageId,
  state: message.state,
  channel: message.channel,
  acceptedAt: isoTime(message.acceptedAtMs),
  updatedAt: isoTime(message.updatedAtMs),
  billing: {
    status: message.billing,
    amountMinor: message.charge.amountMinor,
    currency: message.charge.currency,
  },
  ...(message.clientReference === undefined ? {} : { clientReference: message.clientReference }),
  ...(message.failureCode === undefined ? {} : { failureCode: message.failureCode }),
})

/** A message as its Organization sees it: what it said, and whom exactly it went to, is not shown (decisions 9). */
export const historyMessageView = (message: Message): t.TypeOf<typeof historyMessageShape> => ({
  ...messageView(message),
  to: maskedRecipient(message.channel, message.to),
  templateId: message.templateId,
})
