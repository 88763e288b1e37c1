import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { Agent as AgentInClear } from 'node:http'
import { Agent as AgentByTls } from 'node:https'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import type {
  EventReceiver,
  WebhookCaller,
  WebhookResponse,
} from '@postrider/core/webhooks/ports/webhook-caller'
import { signatureVersion, type WebhookKeyPair } from '@postrider/core/webhooks/domain/signing-keys'
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
const PUBLIC_PREFIX = 'whpk_'
const PRIVATE_PREFIX = 'whsk_'
/** A private key is its seed, followed by its public key. */
const SEED_BYTES = 32
const SECRET_BYTES = 32
/** Connections that wait for the next event of their endpoint, and for how long. */
const KEPT = { keepAlive: true, timeout: 5_000, maxFreeSockets: 64 }

const NO_URL = 'must start with https:// and a host, for example https://example.com/hooks'

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const problemOf = (networks: ProviderNetworks, text: string): string | undefined => {
  if (!URL.canParse(text) || /\s/.test(text)) return NO_URL
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'must not contain a login or a fragment'
  return networks.problemOf(hostOf(url), reachOf(url))
}

const responseOf = (result: RequestResult): WebhookResponse => {
  if (result._tag !== 'Answered') return { _tag: 'NoAnswer', cause: result.cause }
  const { status, retryAfter } = result.answer
  return { _tag: 'Answered', status, retryAfter, start: new TextDecoder().decode(result.start) }
}

const newKeyPair = (): WebhookKeyPair => {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [publicBytes, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')]
  const privateBytes = Buffer.concat([seed, publicBytes])
  return {
    publicKey: `${PUBLIC_PREFIX}${publicBytes.toString('base64')}`,
    privateKey: `${PRIVATE_PREFIX}${privateBytes.toString('base64')}`,
  }
}

const privateKeyOf = (key: string): KeyObject => {
  const bytes = Buffer.from(key.slice(PRIVATE_PREFIX.length), 'base64')
  const d = bytes.subarray(0, SEED_BYTES).toString('base64url')
  const x = bytes.subarray(SEED_BYTES).toString('base64url')
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
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
  newKeyPair,
  sign: (key, text) => {
    if (signatureVersion(key) === 'v1a')
      return sign(null, Buffer.from(text), privateKeyOf(key)).toString('base64')
    return createHmac('sha256', Buffer.from(key.slice(PREFIX.length), 'base64'))
      .update(text)
      .digest('base64')
  },
  post: posting({ networks, product }),
  receiver: receiver === undefined ? undefined : receiverOf(receiver, product),
})
