import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.js'
import { wrongAccount } from '@postrider/core/use-cases/providers/account-reader'

/** What an account may do that would tell secrets to the network, or show the network to who chooses the address. */
export interface AddressPermission {
  readonly allowPlain: boolean
  readonly allowPrivate: boolean
}

/** What the settings `allowPlain` and `allowPrivate` allow. */
export const addressPermission = ({
  allowPlain = false,
  allowPrivate = false,
}: Partial<AddressPermission>): AddressPermission => ({ allowPlain, allowPrivate })

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isPrivateName = (host: string): boolean => /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)

/** The address that a text spells: https and public, as far as it shows, unless others are allowed. */
export const providerAddress = (
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

/** As {@link providerAddress}, of a server alone: paths are put behind it. */
export const providerBase = (name: string, text: string, permission: AddressPermission): URL => {
  const base = providerAddress(name, text, permission)
  if (base.pathname !== '/' || base.search !== '') throw wrongAccount(`${name} has neither path nor query`)
  return base
}
