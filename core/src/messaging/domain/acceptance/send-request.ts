import type { Channel } from '../../../channels/channels.js'
import type { Recipient } from '../../../channels/recipient.js'

/** A request to send one message, as a caller makes it (docs/contract#message-request). */
export interface SendRequest {
  readonly projectId: string
  readonly appId: string
  readonly channel: Channel
  readonly to: string
  readonly templateId: string
  readonly variables: Readonly<Record<string, string>>
  readonly clientReference: string | undefined
  readonly recipientName: string | undefined
}

/** A request whose recipient was read as its channel understands it. */
export interface AddressedRequest extends SendRequest {
  readonly recipient: Recipient
  /** The variable whose value is the mask of an OTP; absent where none is sent. */
  readonly codeVariable?: string
}
