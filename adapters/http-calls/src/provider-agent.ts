import { Agent as AgentInClear } from 'node:http'
import { Agent as AgentByTls } from 'node:https'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { reachOf } from './provider-address.js'

/**
 * How long an unused connection is kept: less than providers keep theirs, because a connection that they
 * close meanwhile loses a response.
 */
const KEPT_MS = 1_000

/** Keeps an account's connections to its provider; each connection checks the addresses of the host name. */
export const providerAgent = (url: string, networks: ProviderNetworks): AgentInClear => {
  const address = new URL(url)
  const options = { keepAlive: true, timeout: KEPT_MS, lookup: networks.lookupFor(reachOf(address)) }
  return address.protocol === 'https:' ? new AgentByTls(options) : new AgentInClear(options)
}
