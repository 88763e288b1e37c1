import { createHmac } from 'node:crypto'
import { isSameText } from '@postrider/http-calls/same-text'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import type { CallbackSignature } from '../gateways/callback-rules.js'
import { isSignedByTwilio } from './twilio-signature.js'

type Secrets = Readonly<Record<string, string>>

/** The header with Twilio's signature. */
export const TWILIO_HEADER = 'x-twilio-signature'

/** The secret with which a gateway signs, and the previous one. */
export const SIGNATURE_KEYS = ['signatureKey', 'signatureKeyPrevious'] as const

const given = (secrets: Secrets, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => secrets[name] ?? [])

/** In hexadecimal or base64, after a prefix that many gateways add. */
const isHmac = (signature: string, body: Uint8Array, key: string): boolean => {
  const digest = createHmac('sha256', key).update(body).digest()
  const withoutPrefix = signature.replace(/^sha256=/i, '')
  return (
    isSameText(withoutPrefix.toLowerCase(), digest.toString('hex')) ||
    isSameText(withoutPrefix, digest.toString('base64'))
  )
}

/** Whether a callback has its account's signature, with the current secret or the previous one. */
export const isAuthentic = (
  signature: CallbackSignature | undefined,
  secrets: Secrets,
  { url, headers, body }: ProviderCallback,
  form: URLSearchParams | undefined,
): boolean => {
  if (signature === undefined) return true
  if (signature._tag === 'Hmac') {
    const signatureHeader = headers[signature.header] ?? ''
    return given(secrets, SIGNATURE_KEYS).some((key) => isHmac(signatureHeader, body, key))
  }
  const tokens = given(secrets, ['authToken', 'authTokenPrevious'])
  return form !== undefined && isSignedByTwilio(headers[TWILIO_HEADER] ?? '', { url, fields: form, tokens })
}
