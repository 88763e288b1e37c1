import type { WebhookKeyPair } from '../domain/signing-keys.js'
import type { WebhookHeaders } from '../domain/signed-text.js'

/** The response of an endpoint, or why there was none. */
export type WebhookResponse =
  | {
      readonly _tag: 'Answered'
      readonly status: number
      /** The unchanged header. */
      readonly retryAfter: string | undefined
      /** The first 1,024 bytes, as text. */
      readonly start: string
    }
  | { readonly _tag: 'NoAnswer'; readonly cause: string }

/** The receiver of all events of the installation, from the settings of this process (docs/event-receiver). */
export interface EventReceiver {
  /** The host of its URL, with the port if it has one. */
  readonly host: string
  /** Each of them signs, so that they can be replaced. */
  readonly secrets: readonly string[]
  /** Whether events have the recipient of their message. */
  readonly includesRecipient: boolean
  /** As {@link WebhookCaller.post}; it may also be in a network of provider accounts. */
  post(headers: WebhookHeaders, body: string, timeoutMs: number): Promise<WebhookResponse>
}

/**
 * Calls endpoints of customers. Adapters: webhook-http, which only connects to allowed addresses, follows no
 * redirect and checks certificates (docs/promises#webhook-addresses).
 * @example
 * ```ts
 * import type { WebhookCaller } from '@postrider/core/webhooks/ports/webhook-caller'
 *
 * const newSecretFor = (webhooks: WebhookCaller, url: string): string => {
 *   const problem = webhooks.problemOf(url)
 *   if (problem !== undefined) throw new Error(`the URL ${problem}`)
 *   return webhooks.newSecret()
 * }
 * ```
 */
export interface WebhookCaller {
  /** Why the address can't be an endpoint, as the end of a sentence; undefined if it can. */
  problemOf(url: string): string | undefined
  /** Signs a text with a secret (`whsec_…`, HMAC-SHA256) or a private key (`whsk_…`, ed25519), in base64. */
  sign(key: string, text: string): string
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  newSecret(): string
  /** A new pair of ed25519 keys: `whpk_` and the public key, `whsk_` and the seed followed by the public key, in base64. */
  newKeyPair(): WebhookKeyPair
  /** Posts the body; resolves within the time, and never rejects. */
  post(url: string, headers: WebhookHeaders, body: string, timeoutMs: number): Promise<WebhookResponse>
  /** Undefined: this process has no such setting. */
  readonly receiver: EventReceiver | undefined
}
