import type { Digest } from '../../../kernel/digests/digest.js'
import type { ProviderAccountId, UnreadableCallbackId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * A part that wasn't understood, kept for super admins: a description, and its content without secrets and
 * message content.
 */
export interface UnreadPart {
  readonly detail: string
  readonly raw: string
}

/**
 * A callback to an account, or a message over its session, that couldn't be understood. It is kept for a while so
 * that the cause can be found (docs/api/delivery#delivery-reports).
 */
export interface UnreadableCallback {
  readonly callbackId: UnreadableCallbackId
  readonly providerAccountId: ProviderAccountId
  /** A description, in a sentence by the provider's kind. */
  readonly detail: string
  /** The content that the kind keeps: no secrets, message content or recipients. */
  readonly raw: string
  /** A digest of the content: a repeated callback has the same key. */
  readonly eventKey: Digest
  readonly receivedAtMs: EpochMs
}
