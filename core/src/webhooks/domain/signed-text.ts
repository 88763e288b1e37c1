import { signatureVersion } from './signing-keys.js'
import { SECOND_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'

/** The headers of a delivery (https://www.standardwebhooks.com). */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  /** A signature of each key, separated by spaces. */
  readonly 'webhook-signature': string
}

/**
 * The headers that sign a body: with each of the keys, so that a receiver which knows one of them accepts it.
 * `sign` returns the signature of a text under a secret or a private key, in base64.
 */
export const signedHeaders = (
  eventId: string,
  nowMs: EpochMs,
  body: string,
  keys: readonly string[],
  sign: (key: string, text: string) => string,
): WebhookHeaders => {
  const timestamp = String(Math.floor(nowMs / SECOND_MS))
  const text = `${eventId}.${timestamp}.${body}`
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `${signatureVersion(key)},${sign(key, text)}`).join(' '),
  }
}
