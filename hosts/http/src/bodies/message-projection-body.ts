import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import type { Message } from '@postrider/core/domain/messages/message'
import { isoTime } from '@postrider/core/domain/time/epoch-ms'

/** A message as its sender may see it (specification 2.4); what is absent is left out. */
export const messageProjectionBody = (message: Message): MessageProjection => ({
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
