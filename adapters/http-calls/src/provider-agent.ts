import { Agent as AgentInClear } from 'node:http'
import { Agent as AgentByTls } from 'node:https'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { reachOf } from './provider-address.js'

/** So long a connection is kept that nothing uses: less than providers keep it, since one that they close meanwhile loses an answer. */
const KEPT_MS = 1_000

/** Keeps the connections of an account to its provider; each connection checks the addresses of the host's name. */
export const providerAgent = (url: string, networks: ProviderNetworks): AgentInClear => {
  const address = new URL(url)
  const options = { keepAlive: true, timeout: KEPT_MS, lookup: networks.lookupFor(reachOf(address)) }
  return address.protocol === 'https:' ? new AgentByTls(options) : new AgentInClear(options)
}
