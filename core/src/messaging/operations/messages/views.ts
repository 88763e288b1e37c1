import type * as t from 'io-ts'
import type { ProcessingFailures } from '../../../providers/domain/calls/dead-letter.js'
import type { Message } from '../../domain/messages/message.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { platformMessageView } from './message-view.js'
import type { acceptedWithShape, deadLetterShape, receiptShape } from './shapes.js'
import { present } from '../../../kernel/present.js'

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
