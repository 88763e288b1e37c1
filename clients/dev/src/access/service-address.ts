import { usageError } from '../errors/exit-code.js'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)

/**
 * The address of a service without a trailing slash: with TLS, or on this machine. No other address gets a
 * secret.
 */
export const checkedAddress = (text: string): string => {
  if (!URL.canParse(text))
    throw usageError(`${text} isn’t a URL.`, 'For example https://postrider.example.com')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usageError('The URL must not have a user, query or fragment.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw usageError('The URL must start with https://, or point to this machine.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
