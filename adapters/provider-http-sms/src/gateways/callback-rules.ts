import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'

/** Under which names a gateway hands over what somebody wrote to a sender. */
export interface InboundRules {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** In what an address has the bytes of the text, where that is not UTF-8. */
  readonly charset?: string
  /** Where the gateway is, whose numbers it writes with a zero in the place of the country. */
  readonly country?: string
}

/**
 * What a gateway's callbacks say, and where. A name is that of a field of the form, of the query or of a JSON object; one that
 * begins with a slash is a JSON Pointer.
 */
export interface CallbackRules {
  /** What a request is given besides, so that the gateway reports; `{{callbackUrl}}` is where, with our reference in it. */
  readonly fields: Readonly<Record<string, string>>
  /** By what it proves who it is; absent: by the token of the address alone. */
  readonly signature?: CallbackSignature
  /** The field of the form that has its reports as JSON, where it sends them so. */
  readonly within?: string
  /** Where in JSON lists of reports stand, one within the other: what a list is in is said of each of its entries. */
  readonly lists?: readonly string[]
  readonly reference?: string
  readonly id?: string
  readonly status: string
  readonly error?: string
  readonly recipient?: string
  /** Absent: it hands nothing over that people write. */
  readonly inbound?: InboundRules
  readonly statuses: ReadonlyMap<string, ReceiptStatus>
  /** Why what did not arrive did not, by the error or else by the status; else the gateway rejected it. */
  readonly failures: ReadonlyMap<string, FailureCode>
}

/** How callbacks are signed: as Twilio does, or by the HMAC-SHA-256 of their bytes in a header, whose name is in small letters. */
export type CallbackSignature =
  { readonly _tag: 'Twilio' } | { readonly _tag: 'Hmac'; readonly header: string }
