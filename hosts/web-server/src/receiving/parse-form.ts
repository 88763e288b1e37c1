import { isUtf8 } from 'node:buffer'
import { PUBLIC_BODY_BYTES } from '@postrider/contracts/routes/body-limit'
import { parseQuery } from './parse-query.js'

/** The limit for all public bodies: two passwords of 256 characters fit, even percent-encoded. */
export const FORM_LIMIT_BYTES = PUBLIC_BODY_BYTES

const MOST_FIELDS = 16
const AMPERSAND = 0x26

const piecesOf = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => (byte === AMPERSAND ? count + 1 : count), 1)

/**
 * The fields of an `application/x-www-form-urlencoded` body. Undefined if it is too long, has too many fields
 * or a duplicate, or isn't valid UTF-8: guessing would change what the user typed.
 */
export const parseForm = (bytes: Buffer): ReadonlyMap<string, string> | undefined => {
  if (bytes.length > FORM_LIMIT_BYTES || piecesOf(bytes) > MOST_FIELDS || !isUtf8(bytes)) return undefined
  const read = parseQuery(bytes.toString('utf8'))
  if (read === undefined) return undefined
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(read)) {
    if (typeof value !== 'string') return undefined
    fields.set(name, value)
  }
  return fields
}
