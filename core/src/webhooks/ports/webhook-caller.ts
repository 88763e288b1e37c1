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
  /** Signs a text with a secret (`whsec_…`): HMAC-SHA256 in base64. */
  sign(secret: string, text: string): string
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  newSecret(): string
  /** Posts the body; resolves within the time, and never rejects. */
  post(url: string, headers: WebhookHeaders, body: string, timeoutMs: number): Promise<WebhookResponse>
}
