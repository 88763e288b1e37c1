import { domainToAscii } from './domain-to-ascii.js'

const MAX_ADDRESS = 320
const MAX_LOCAL = 64
const MAX_DOMAIN = 255

// The characters of a dot-atom (RFC 5322 3.2.3) without quoted strings, comments or groups.
const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * Parses one address without a display name (docs/api/conventions#email-addresses): the domain in lower case,
 * with labels of other scripts in Punycode, and the local part as written, in ASCII. Returns undefined if the
 * text isn't an address. Domains have at least two labels.
 */
export const parseEmailAddress = (text: string): string | undefined => {
  if (text.length > MAX_ADDRESS) return undefined
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const local = text.slice(0, at)
  const domain = domainToAscii(text.slice(at + 1)) ?? ''
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const labels = domain.split('.')
  if (domain.length > MAX_DOMAIN || labels.length < 2 || !labels.every((label) => LABEL.test(label)))
    return undefined
  if (/^[0-9]+$/.test(labels[labels.length - 1] ?? '')) return undefined
  return `${local}@${domain}`
}
