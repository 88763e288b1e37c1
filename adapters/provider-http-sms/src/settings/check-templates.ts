import type { GatewayForm } from '../gateways/gateway.js'
import { placeholdersIn, textsIn } from '../requests/placeholders.js'
import { VALUE_NAMES } from '../requests/submission-values.js'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'

const KNOWN: readonly string[] = VALUE_NAMES
const SECRET = 'secret.'
const CALLBACK_URL = 'callbackUrl'
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/
/** Headers that HTTP itself sets. */
const RESERVED = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
])
const HEADER_VALUE = /^[\t\x20-\x7e]*$/

const checkText = (text: string, where: string, secrets: Readonly<Record<string, string>>): void => {
  const names = placeholdersIn(text)
  for (const name of names) {
    const secret = name.startsWith(SECRET) ? name.slice(SECRET.length) : undefined
    if (secret === undefined && !KNOWN.includes(name) && !(where === 'fields' && name === CALLBACK_URL))
      throw wrongAccount(`${where} use an unknown placeholder: ${name.slice(0, 64)}`)
    if (secret === undefined) continue
    if (text !== `{{${name}}}`) throw wrongAccount(`a secret must be a complete value in ${where}`)
    if (secrets[secret] === undefined)
      throw wrongAccount(`${where} name the secret ${secret.slice(0, 64)}, which is not set`)
  }
  if (/\{\{|\}\}/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, '')))
    throw wrongAccount(`${where} have an unmatched brace`)
}

const checkHeader = (name: string, text: string): void => {
  if (!HEADER_NAME.test(name) || RESERVED.has(name.toLowerCase()))
    throw wrongAccount('header names must be valid, and not names that HTTP itself uses')
  const isSafe = HEADER_VALUE.test(text)
  const isOurs = placeholdersIn(text).every((each) => each.startsWith(SECRET) || each === 'reference')
  if (!isSafe || !isOurs)
    throw wrongAccount('header values can contain only ASCII, {{reference}} and secrets')
}

/**
 * Refuses templates that can't be filled, and secrets in places where a message's content could be sent with
 * them.
 */
export const checkTemplates = (
  { headers, fields }: Pick<GatewayForm, 'headers' | 'fields'>,
  secrets: Readonly<Record<string, string>>,
): void => {
  for (const text of Object.values(fields).flatMap(textsIn)) checkText(text, 'fields', secrets)
  for (const [name, text] of Object.entries(headers)) {
    checkHeader(name, text)
    checkText(text, 'headers', secrets)
  }
  const used = new Set(
    [...Object.values(fields).flatMap(textsIn), ...Object.values(headers)].flatMap(placeholdersIn),
  )
  if (Object.keys(secrets).some((name) => !used.has(`${SECRET}${name}`)))
    throw wrongAccount('each secret must be used in fields or headers')
}
