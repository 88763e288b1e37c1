import { usageError } from '../errors/exit-code.js'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)

/** The address of a service without a slash at its end: with TLS, or on this machine. Nothing else gets a secret. */
export const checkedAddress = (text: string): string => {
  if (!URL.canParse(text)) throw usageError(`${text} is no address.`, 'Like https://postrider.example.com')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usageError('The address may have no user, query or fragment.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw usageError('The address must begin with https://, or lead to this machine.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
