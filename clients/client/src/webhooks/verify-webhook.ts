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

const SECRET_PREFIX = 'whsec_'
const PUBLIC_PREFIX = 'whpk_'
const VERSIONS = { secret: 'v1,', publicKey: 'v1a,' } as const
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

/** The bytes of a secret or a public key after its prefix. */
const keyBytes = (key: string, prefix: string): Uint8Array => {
  const bytes = key.startsWith(prefix) ? fromBase64(key.slice(prefix.length)) : undefined
  if (bytes !== undefined && bytes.length > 0) return bytes
  throw new ConfigurationError(
    `Each secret of a webhook must be ${SECRET_PREFIX} and base64, or its public key: ${PUBLIC_PREFIX} and base64.`,
  )
}

/** Whether one of the signatures `v1a` is by the private key of this public key (ed25519). */
const isByPrivateKey = async (
  publicKey: string,
  signed: Uint8Array,
  signatures: readonly Uint8Array[],
): Promise<boolean> => {
  const subtle = subtleCrypto()
  const use = { name: 'Ed25519' }
  const bytes = keyBytes(publicKey, PUBLIC_PREFIX)
  const key = await subtle.importKey('raw', bytes as BufferSource, use, false, ['verify'])
  for (const signature of signatures)
    if (await subtle.verify(use, key, signature as BufferSource, signed as BufferSource)) return true
  return false
}

/** Whether one of the signatures `v1` is under this secret (HMAC-SHA256). */
const isUnderSecret = async (
  secret: string,
  signed: Uint8Array,
  signatures: readonly Uint8Array[],
): Promise<boolean> => {
  const bytes = keyBytes(secret, SECRET_PREFIX)
  const subtle = subtleCrypto()
  const use = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytes as BufferSource, use, false, ['sign'])
  const expected = new Uint8Array(await subtle.sign('HMAC', key, signed as BufferSource))
  return signatures.some((each) => isSame(expected, each))
}

/** Compares in a time that doesn't depend on where they differ. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length &&
  one.reduce((differs, byte, at) => differs | (byte ^ (other[at] ?? 0)), 0) === 0

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
    throw new WebhookError('webhook_malformed', 'The body is signed, but it is not JSON.')
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
    throw new ConfigurationError('rawBody must be the text or the bytes of the body, not a parsed object.')
  const all = [secrets].flat()
  if (all.length === 0) throw new ConfigurationError('A webhook can only be verified with its secret.')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature').split(' ')
  const signaturesOf = (version: string): readonly Uint8Array[] =>
    given.flatMap((each) => (each.startsWith(version) ? (fromBase64(each.slice(version.length)) ?? []) : []))
  checkTime(timestamp, toleranceSeconds)
  const signed = signedBytes(`${id}.${timestamp}.`, rawBody)
  for (const key of all) {
    const isSigned = key.startsWith(PUBLIC_PREFIX)
      ? await isByPrivateKey(key, signed, signaturesOf(VERSIONS.publicKey))
      : await isUnderSecret(key, signed, signaturesOf(VERSIONS.secret))
    if (isSigned) return eventIn(rawBody)
  }
  throw new WebhookError(
    'webhook_forged',
    'No signature matches the secret and the body. Pass the body as it arrived, and the secret of this endpoint.',
  )
}
