import type * as t from 'io-ts'
import type { Account } from '../../ledger/account.js'
import type { Message } from '../../messages/message.js'
import type { ProcessingFailures } from '../../dispatch/dead-letter.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { Environment } from '../../tenancy/records.js'
import { type EpochMs, isoTime } from '../../time/epoch-ms.js'
import type {
  acceptedWithShape,
  deadLetterShape,
  platformMessageShape,
  receiptShape,
  reconciledAccountShape,
} from '../shapes/truth-shapes.js'
import { historyMessageView } from './message-views.js'

/** A message as operators see it. */
export const platformMessageView = (message: Message): t.TypeOf<typeof platformMessageShape> => ({
  ...historyMessageView(message),
  organizationId: message.organizationId,
  appId: message.appId,
  version: message.attempt,
})

/** By what the message's log lines are found. */
export const acceptedWithView = ({
  trace: { requestId, traceparent },
}: Message): t.TypeOf<typeof acceptedWithShape> => ({
  ...(requestId === undefined ? {} : { requestId }),
  ...(traceparent === undefined ? {} : { traceparent }),
})

/** A dead letter as it is listed. */
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

/** A receipt without the report as it came. */
export const receiptView = (
  receipt: Receipt,
  message: Message | undefined,
): t.TypeOf<typeof receiptShape> => ({
  receiptId: receipt.receiptId,
  providerAccountId: receipt.providerAccountId,
  reported: receipt.status,
  state: receipt.state,
  receivedAt: isoTime(receipt.receivedAtMs),
  ...(receipt.providerMessageId === undefined ? {} : { providerMessageId: receipt.providerMessageId }),
  ...(receipt.failureCode === undefined ? {} : { failureCode: receipt.failureCode }),
  ...(receipt.providerTimeMs === undefined ? {} : { providerTime: isoTime(receipt.providerTimeMs) }),
  ...(message === undefined ? {} : { message: platformMessageView(message) }),
})

/** How an account compares with its ledger, in the words of its checkpoint. */
export const reconciledAccountView = (
  { organizationId, currency, version, postedMinor, reservedMinor }: Account,
  environment: Environment,
  checked: { readonly status: string; readonly checkedAtMs: EpochMs; readonly finding: string | undefined },
): t.TypeOf<typeof reconciledAccountShape> => ({
  organizationId,
  environment,
  currency,
  status: checked.status,
  checkedAt: isoTime(checked.checkedAtMs),
  version,
  postedMinor,
  reservedMinor,
  ...(checked.finding === undefined ? {} : { finding: checked.finding }),
})
