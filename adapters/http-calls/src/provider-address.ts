import type { NetworkReach, ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * The networks that a URL may lead to. HTTP without TLS is allowed only to those that the installation lists.
 */
export const reachOf = ({ protocol }: URL): NetworkReach => (protocol === 'https:' ? 'public' : 'listed')

/**
 * The address in a setting. Throws a sentence for an address with placeholders or a login, and for a host
 * that accounts may not call.
 */
export const providerAddress = (name: string, text: string, networks: ProviderNetworks): URL => {
  if (!URL.canParse(text) || /[\s{}]/.test(text))
    throw wrongAccount(`${name} must be a URL without placeholders`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrongAccount(`${name} must be an http or https URL`)
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw wrongAccount(`${name} must be a URL without login or fragment`)
  const problem = networks.problemOf(hostOf(url), reachOf(url))
  if (problem !== undefined) throw wrongAccount(`${name} ${problem}`)
  return url
}

/** Does the same as {@link providerAddress} for a server without a path: paths are appended to it. */
export const providerBase = (name: string, text: string, networks: ProviderNetworks): URL => {
  const base = providerAddress(name, text, networks)
  if (base.pathname !== '/' || base.search !== '')
    throw wrongAccount(`${name} must be a URL without path and query`)
  return base
}
