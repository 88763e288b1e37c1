import type { Event } from '../contract/shapes.js'
import { ConfigurationError } from '../errors/unanswered-errors.js'
import { WebhookError } from '../errors/webhook-error.js'

/** The headers of a request: those of Node.js, of Fetch, or a plain object. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>

/** How a delivery is verified. */
export interface VerifyOptions {
  /** How far its time may be from the time of this machine, in seconds, before or after. Default: 300. */
  readonly toleranceSeconds?: number
}

/** The kinds of keys, and the version of their signatures (Standard Webhooks). */
const KINDS = [
  { form: /^whsec_(.+)/, version: 'v1,', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  { form: /^whpk_(.{43}=)$/, version: 'v1a,', algorithm: { name: 'Ed25519' } },
] as const
const TOLERANCE_SECONDS = 300
const SECOND_MS = 1000

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const found = isFetchHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof found === 'string' && found !== '') return found
  throw new WebhookError('webhook_incomplete', `The header ${name} is missing.`)
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const fromBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const subtleCrypto = (): SubtleCrypto => {
  const { crypto } = globalThis as { readonly crypto?: Crypto }
  if (crypto !== undefined) return crypto.subtle
  throw new ConfigurationError(
    "This runtime has no Web Crypto. In Node.js 18, set globalThis.crypto to the webcrypto of 'node:crypto'.",
  )
}

type Key = (typeof KINDS)[number] & { readonly bytes: Uint8Array }

/** The key of a secret or public key. Programs without types can pass anything, for example an unset variable. */
const keyOf = (secret: unknown): Key => {
  for (const kind of KINDS) {
    const bytes = fromBase64(kind.form.exec(String(secret))?.[1] ?? '')
    if (bytes?.length) return { ...kind, bytes }
  }
  throw new ConfigurationError('A secret is whsec_ or whpk_ and base64.')
}

/** Whether one of the signatures is under this secret, or by the private key of this public key. */
const isSignedWith = async (
  { algorithm, version, bytes }: Key,
  signed: Uint8Array,
  signatures: readonly string[],
): Promise<boolean> => {
  const subtle = subtleCrypto()
  const key = await subtle.importKey('raw', bytes as BufferSource, algorithm, false, ['verify'])
  for (const each of signatures) {
    const signature = each.startsWith(version) ? fromBase64(each.slice(version.length)) : undefined
    // It compares in a time that doesn't depend on where they differ.
    if (signature && (await subtle.verify(algorithm, key, signature as BufferSource, signed as BufferSource)))
      return true
  }
  return false
}

const checkTime = (timestamp: string, toleranceSeconds: number): void => {
  if (!/^\d+$/.test(timestamp))
    throw new WebhookError('webhook_incomplete', 'The header webhook-timestamp must be seconds since 1970.')
  const ageSeconds = Math.round(Date.now() / SECOND_MS - Number(timestamp))
  if (Math.abs(ageSeconds) <= toleranceSeconds) return
  const away = `${Math.abs(ageSeconds)} seconds ${ageSeconds > 0 ? 'old' : 'in the future'}`
  throw new WebhookError(
    'webhook_time',
    `The delivery is ${away}, and ${toleranceSeconds} are allowed. Check the clock of this machine.`,
  )
}

const signedBytes = (start: string, rawBody: string | Uint8Array): Uint8Array => {
  const [head, body] = [bytesOf(start), typeof rawBody === 'string' ? bytesOf(rawBody) : rawBody]
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  return signed
}

const eventIn = (rawBody: string | Uint8Array): Event => {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as Event
  } catch {
    throw new WebhookError('webhook_malformed', 'The body is signed, but not JSON.')
  }
}

/**
 * Verifies a delivery (Standard Webhooks) and returns its event. `rawBody` is the body as it arrived, not parsed
 * and serialized again. `secrets` are those of the endpoint (`whsec_…`), several while one is replaced, or its public
 * key (`whpk_…`), which needs a runtime with Ed25519 (Node.js 20 or newer). Rejects
 * with a `WebhookError` if the delivery isn't from Postrider, was changed, or its time is more than five minutes
 * away from that of this machine. The same event can arrive more than once: handle each `id` once.
 */
export const verifyWebhook = async (
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<Event> => {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
    throw new ConfigurationError('rawBody must be the text or bytes of the body, not an object.')
  const all = [secrets].flat()
  const keys = (all.length ? all : ['']).map(keyOf)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  checkTime(timestamp, toleranceSeconds)
  const signed = signedBytes(`${id}.${timestamp}.`, rawBody)
  for (const key of keys) if (await isSignedWith(key, signed, signatures)) return eventIn(rawBody)
  throw new WebhookError(
    'webhook_forged',
    'No signature matches the secret and the body. Pass the body as it arrived, and the secret of this endpoint.',
  )
}
