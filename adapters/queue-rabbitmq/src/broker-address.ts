import type { Options } from 'amqplib'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'

const FORM = 'the address of the broker must be amqp://user:password@host:port/vhost'

/** Two missed heartbeats end a connection, so that a dead peer is detected even if nothing is sent. */
const HEARTBEAT_S = 10

const PORTS: Readonly<Record<string, number>> = { 'amqp:': 5672, 'amqps:': 5671 }

const NUMBERS = ['frameMax', 'maxFrameSize', 'channelMax', 'heartbeat'] as const

const parametersOf = (parameters: URLSearchParams): Options.Connect => {
  const numbers = NUMBERS.flatMap((name) => {
    const text = parameters.get(name)
    return text === null ? [] : [[name, Number.parseInt(text, 10)] as const]
  })
  const locale = parameters.get('locale')
  return { ...(locale === null ? {} : { locale }), ...Object.fromEntries(numbers) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(FORM)
  }
}

const loginOf = ({ username, password }: URL): Options.Connect =>
  username === '' && password === '' ? {} : { username: decoded(username), password: decoded(password) }

const parseOne = (text: string): Options.Connect => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const port = PORTS[url?.protocol ?? '']
  if (url === undefined || port === undefined || url.hostname === '') throw new Error(FORM)
  return {
    protocol: url.protocol.slice(0, -1),
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || port,
    vhost: url.pathname.slice(1),
    heartbeat: HEARTBEAT_S,
    ...loginOf(url),
    ...parametersOf(url.searchParams),
  }
}

/**
 * The brokers of `amqp://user:password@a:5672,b:5672/vhost`, in the order given. Throws one sentence without secrets
 * if the address has another form.
 */
export const parseBrokerAddress = (url: string): readonly [Options.Connect, ...Options.Connect[]] => {
  const [first, ...others] = splitServers(url).urls
  return [parseOne(first), ...others.map(parseOne)]
}

/** A broker's server for people, without user and password. */
export const serverOf = ({ hostname = '', port = 0 }: Options.Connect): string =>
  hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`
