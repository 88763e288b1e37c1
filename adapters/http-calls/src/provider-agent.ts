import { Agent as AgentInClear } from 'node:http'
import { Agent as AgentByTls } from 'node:https'
import { publicLookup } from './public-address.js'

/** So long a connection is kept that nothing uses: less than providers keep it, since one that they close meanwhile loses an answer. */
const KEPT_MS = 1_000

/** Keeps the connections of an account to its provider. */
export const providerAgent = (
  url: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): AgentInClear => {
  const options = {
    keepAlive: true,
    timeout: KEPT_MS,
    ...(allowPrivate ? {} : { lookup: publicLookup() }),
  }
  return new URL(url).protocol === 'https:' ? new AgentByTls(options) : new AgentInClear(options)
}
