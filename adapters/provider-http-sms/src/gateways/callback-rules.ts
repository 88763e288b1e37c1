import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { RecipientBlocks } from './recipient-blocks.js'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'

/** The names under which a gateway passes on inbound messages. */
export interface InboundRules {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** The gateway's own finding that the text is a keyword: STOP, START or another. */
  readonly keyword?: string
  /** The encoding of the text in an address, if it isn't UTF-8. */
  readonly charset?: string
  /** The gateway's country, whose numbers it writes with a zero in place of the country code. */
  readonly country?: string
}

/**
 * The names of values in a gateway's callbacks. A name is that of a form field, a query parameter or a
 * property of a JSON object; one that starts with a slash is a JSON Pointer.
 */
export interface CallbackRules {
  /**
   * Additional request fields that make the gateway report; `{{callbackUrl}}` is the callback address, which
   * includes our reference.
   */
  readonly fields: Readonly<Record<string, string>>
  /** The signature that authenticates it; absent: only the token in the address does. */
  readonly signature?: CallbackSignature
  /** The form field with its reports as JSON, if it sends them so. */
  readonly within?: string
  /** The places of nested lists of reports in JSON: properties around a list apply to each of its entries. */
  readonly lists?: readonly string[]
  readonly reference?: string
  readonly id?: string
  readonly status: string
  readonly error?: string
  readonly recipient?: string
  /** Absent: it passes on no inbound messages. */
  readonly inbound?: InboundRules
  readonly statuses: ReadonlyMap<string, ReceiptStatus>
  /**
   * The reasons for failed deliveries, by the error code or else by the status; others mean that the gateway
   * rejected the message.
   */
  readonly failures: ReadonlyMap<string, FailureCode>
  /** Error codes that are about the account at the gateway and not about the message. */
  readonly accountErrors?: readonly string[]
  /** What the failures for a blocked recipient mean, by code or status; others are blocks by the carrier. */
  readonly blocks?: RecipientBlocks
}

/**
 * How callbacks are signed: as Twilio does, or with the HMAC-SHA-256 of their bytes in a header, whose name
 * is in lower case.
 */
export type CallbackSignature =
  { readonly _tag: 'Twilio' } | { readonly _tag: 'Hmac'; readonly header: string }
