import { isIP } from 'node:net'
import { isPublicAddress } from '../requests/public-address.js'
import { wrongAccount } from '../wrong-account.js'

/** What an account may do that would tell secrets to the network, or show the network to who chooses the address. */
export interface AddressPermission {
  readonly allowPlain: boolean
  readonly allowPrivate: boolean
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isPrivateName = (host: string): boolean => /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)

/** The address that a text spells: https and public, as far as it shows, unless others are allowed. */
export const gatewayAddress = (
  name: string,
  text: string,
  { allowPlain, allowPrivate }: AddressPermission,
): URL => {
  if (!URL.canParse(text) || /[\s{}]/.test(text))
    throw wrongAccount(`${name} is an address without placeholders`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrongAccount(`${name} is an address of http or https`)
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw wrongAccount(`${name} is an address without login or fragment`)
  if (url.protocol === 'http:' && !allowPlain)
    throw wrongAccount(`${name} is https, unless allowPlain is true`)
  const host = hostOf(url)
  const isPrivate = isIP(host) === 0 ? isPrivateName(host) : !isPublicAddress(host)
  if (isPrivate && !allowPrivate) throw wrongAccount(`${name} is public, unless allowPrivate is true`)
  return url
}
