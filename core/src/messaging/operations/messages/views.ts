import type * as t from 'io-ts'
import type { ProcessingFailures } from '../../../providers/domain/calls/dead-letter.js'
import type { Message, ShownMessage } from '../../domain/messages/message.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import type { ProviderReason } from '../../../providers/domain/calls/provider-reason.js'
import { CHANNELS } from '../../../channels/channels.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type {
  acceptedWithShape,
  deadLetterShape,
  failureShape,
  historyMessageShape,
  messageShape,
  platformMessageShape,
  receiptShape,
} from './shapes.js'
import { present } from '../../../kernel/present.js'

/** The provider's code and words; undefined if it gave none. */
export const reasonView = (reason: ProviderReason | undefined): t.TypeOf<typeof failureShape> | undefined =>
  reason && { providerCode: reason.code, ...present({ providerText: reason.text }) }

const failureView = ({ failureCode, providerReason }: ShownMessage): ReturnType<typeof reasonView> =>
  failureCode && reasonView(providerReason)

/** A message as its sender may see it (docs/api/sending#message-projection); absent fields are omitted. */
export const messageView = (message: ShownMessage): t.TypeOf<typeof messageShape> => ({
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
  ...present({
    clientReference: message.clientReference,
    sender: message.sender,
    failureCode: message.failureCode,
  }),
  ...present({ failure: failureView(message) }),
})

/**
 * A message as its Organization sees it, without its content and full recipient
 * (docs/api/sending#message-projection).
 */
export const historyMessageView = (message: Message): t.TypeOf<typeof historyMessageShape> => ({
  ...messageView(message),
  appId: message.appId,
  to: CHANNELS[message.channel].recipient.masked(message.to),
  templateId: message.templateId,
})

/** A message as super admins see it. */
export const platformMessageView = (message: Message): t.TypeOf<typeof platformMessageShape> => ({
  ...historyMessageView(message),
  organizationId: message.organizationId,
  version: message.attempt,
})

/** The identifiers for finding the message's log lines. */
export const acceptedWithView = ({
  trace: { requestId, traceparent },
}: Message): t.TypeOf<typeof acceptedWithShape> => ({
  ...present({ requestId, traceparent }),
})

/** A dead letter as lists show it. */
export const deadLetterView = (
  message: Message,
  { stage, failures, firstAtMs, lastAtMs, deadAtMs, version }: ProcessingFailures,
): t.TypeOf<typeof deadLetterShape> => ({
  message: platformMessageView(message),
  stage,
  failures,
  firstFailedAt: isoTime(firstAtMs),
  lastFailedAt: isoTime(lastAtMs),
  deadSince: isoTime(deadAtMs ?? lastAtMs),
  version,
})

/** A receipt without the raw report. */
export const receiptView = (
  receipt: Receipt,
  message: Message | undefined,
): t.TypeOf<typeof receiptShape> => ({
  receiptId: receipt.receiptId,
  providerAccountId: receipt.providerAccountId,
  reported: receipt.status,
  state: receipt.state,
  receivedAt: isoTime(receipt.receivedAtMs),
  ...present({ providerMessageId: receipt.providerMessageId, failureCode: receipt.failureCode }),
  ...(receipt.providerTimeMs === undefined ? {} : { providerTime: isoTime(receipt.providerTimeMs) }),
  ...(message === undefined ? {} : { message: platformMessageView(message) }),
})
