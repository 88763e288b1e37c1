import type { AcceptedMessage } from '@postrider/contracts/messages/accepted-message'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { AcceptedAnswer } from '@postrider/core/messaging/domain/acceptance/candidate'
import { estimatedChargeBody } from './estimated-charge-body.js'

/**
 * The 202 of docs/api/sending#acceptance: for a replay the original body, except for the request's own id.
 */
export const acceptedMessageBody = (accepted: AcceptedAnswer, requestId: string): AcceptedMessage => ({
  messageId: accepted.messageId,
  state: 'ACCEPTED',
  acceptedAt: isoTime(accepted.acceptedAtMs),
  estimatedCharge: estimatedChargeBody(accepted.charge),
  requestId,
})
