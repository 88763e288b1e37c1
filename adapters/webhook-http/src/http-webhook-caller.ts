import { createHmac, randomBytes } from 'node:crypto'
import { Agent as AgentInClear } from 'node:http'
import { Agent as AgentByTls } from 'node:https'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import type {
  EventReceiver,
  WebhookCaller,
  WebhookResponse,
} from '@postrider/core/webhooks/ports/webhook-caller'
import { reachOf } from '@postrider/http-calls/provider-address'
import { type RequestResult, sendRequest } from '@postrider/http-calls/send-request'

/** The installation's own receiver of all events. */
export interface ReceiverSettings {
  readonly url: string
  readonly secrets: readonly string[]
  readonly includesRecipient: boolean
  /** The networks that it may be in, besides public addresses. */
  readonly networks: ProviderNetworks
}

interface Needs {
  /** The networks that customers' endpoints may be in, besides public addresses; not those of providers. */
  readonly networks: ProviderNetworks
  /** The name in `User-Agent`. */
  readonly product: string
  readonly receiver?: ReceiverSettings | undefined
}

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const START_BYTES = 1024
/** Connections that wait for the next event of their endpoint, and for how long. */
const KEPT = { keepAlive: true, timeout: 5_000, maxFreeSockets: 64 }

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const problemOf = (networks: ProviderNetworks, text: string): string | undefined => {
  if (!URL.canParse(text) || /\s/.test(text)) return 'must be a URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'must be a URL without login or fragment'
  return networks.problemOf(hostOf(url), reachOf(url))
}

const responseOf = (result: RequestResult): WebhookResponse => {
  if (result._tag !== 'Answered') return { _tag: 'NoAnswer', cause: result.cause }
  const { status, retryAfter, body } = result.answer
  const start = body === undefined ? '' : new TextDecoder().decode(body.subarray(0, START_BYTES))
  return { _tag: 'Answered', status, retryAfter, start }
}

type Post = WebhookCaller['post']

/** Posts over connections that check the addresses of the host name. */
const posting = ({ networks, product }: Pick<Needs, 'networks' | 'product'>): Post => {
  const agents = {
    'https:': new AgentByTls({ ...KEPT, lookup: networks.lookupFor('public') }),
    'http:': new AgentInClear({ ...KEPT, lookup: networks.lookupFor('listed') }),
  }
  return async (address, headers, body, timeoutMs) => {
    const problem = problemOf(networks, address)
    if (problem !== undefined) return { _tag: 'NoAnswer', cause: `The URL ${problem}.` }
    const url = new URL(address)
    const agent = agents[url.protocol as keyof typeof agents]
    const all = { ...headers, 'content-type': 'application/json', 'user-agent': `${product}-Webhooks` }
    return responseOf(await sendRequest(agent, { method: 'POST', url, headers: all, body }, timeoutMs))
  }
}

const receiverOf = (
  { url, secrets, includesRecipient, networks }: ReceiverSettings,
  product: string,
): EventReceiver => {
  const post = posting({ networks, product })
  return {
    host: new URL(url).host,
    secrets,
    includesRecipient,
    post: (headers, body, timeoutMs) => post(url, headers, body, timeoutMs),
  }
}

/** Calls endpoints over HTTP; each connection checks the addresses of the host name. */
export const httpWebhookCaller = ({ networks, product, receiver }: Needs): WebhookCaller => ({
  problemOf: (url) => problemOf(networks, url),
  newSecret: () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`,
  sign: (secret, text) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(text)
      .digest('base64'),
  post: posting({ networks, product }),
  receiver: receiver === undefined ? undefined : receiverOf(receiver, product),
})
