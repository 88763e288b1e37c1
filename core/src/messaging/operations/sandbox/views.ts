import type { TestDelivery } from '../../../providers/domain/test-message.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { present } from '../../../kernel/present.js'

/** A test message as responses show it (docs/api/sandbox#test-messages). */
export const testMessageView = (delivery: TestDelivery) => {
  const { messageId, channel, to, from, text, subject, otp, deliveredAtMs } = delivery
  return {
    messageId,
    channel,
    to,
    from,
    text,
    deliveredAt: isoTime(deliveredAtMs),
    ...present({ subject, otp }),
  }
}
