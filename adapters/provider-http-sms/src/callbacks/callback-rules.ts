import type { FailureCode } from '@postrider/core/domain/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/domain/receipts/receipt'

/** What a gateway's callbacks say, and where. */
export interface CallbackRules {
  /** What a request is given besides, so that the gateway reports; `{{callbackUrl}}` is where, with our reference in it. */
  readonly fields: Readonly<Record<string, string>>
  /** By what it proves who it is; absent: by the token of the address alone. */
  readonly signature?: 'twilio'
  /** The names of what it says. */
  readonly reference: string
  readonly id?: string
  readonly status: string
  readonly error?: string
  readonly recipient?: string
  readonly statuses: Readonly<Record<string, ReceiptStatus>>
  /** Why what did not arrive did not, by the error or else by the status; else the gateway rejected it. */
  readonly failures: Readonly<Record<string, FailureCode>>
}

const twilio: CallbackRules = {
  fields: { StatusCallback: '{{callbackUrl}}' },
  signature: 'twilio',
  reference: 'reference',
  id: 'MessageSid',
  status: 'MessageStatus',
  error: 'ErrorCode',
  recipient: 'To',
  statuses: {
    accepted: 'accepted',
    queued: 'accepted',
    sending: 'accepted',
    sent: 'accepted',
    delivered: 'delivered',
    undelivered: 'undelivered',
    failed: 'undelivered',
  },
  failures: {
    30003: 'recipient_unreachable',
    30008: 'recipient_unreachable',
    30005: 'recipient_invalid',
    30006: 'recipient_invalid',
  },
}

const kannel: CallbackRules = {
  fields: { 'dlr-mask': '31', 'dlr-url': '{{callbackUrl}}&status=%d' },
  reference: 'reference',
  status: 'status',
  statuses: { 1: 'delivered', 2: 'undelivered', 4: 'accepted', 8: 'accepted', 16: 'undelivered' },
  failures: { 2: 'recipient_unreachable' },
}

const exotel: CallbackRules = {
  fields: { StatusCallback: '{{callbackUrl}}' },
  reference: 'CustomField',
  id: 'SmsSid',
  status: 'Status',
  error: 'DetailedStatusCode',
  statuses: {
    queued: 'accepted',
    sending: 'accepted',
    submitted: 'accepted',
    sent: 'delivered',
    failed: 'undelivered',
    'failed-dnd': 'undelivered',
    failed_dnd: 'undelivered',
  },
  failures: {
    23080: 'dlt_scrubbed',
    23081: 'dlt_scrubbed',
    23082: 'dlt_scrubbed',
    23083: 'dlt_scrubbed',
    23005: 'recipient_blocked',
    23020: 'recipient_blocked',
    23010: 'recipient_invalid',
    failed_dnd: 'recipient_blocked',
    'failed-dnd': 'recipient_blocked',
  },
}

/** The rules of the presets that report. */
export const CALLBACK_RULES: Readonly<Record<string, CallbackRules | undefined>> = { twilio, kannel, exotel }
