import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '@postrider/test/adapters/provider-smtp/test-certificate'
import { freePort } from '@postrider/test/servers/free-port'
import { type EndpointJournal, isSigned, type SeenEvent } from './journal.js'

/** What a receiver does with deliveries. */
export type Behavior = 'prompt' | 'slow' | 'fails' | 'resets' | 'dead' | 'untrusted'

/** Receivers that accept each event sooner or later. */
export const LIVE: readonly Behavior[] = ['prompt', 'slow', 'fails', 'resets']

/** A receiver that got an address. */
export interface Receiver {
  readonly behavior: Behavior
  readonly secret: string
  /** The journal that an event belongs to. */
  journalOf(event: SeenEvent): EndpointJournal | undefined
}

/** The receivers of a campaign, in this process. */
export interface Receivers {
  /** Adds a receiver, and returns its URL. */
  add(receiver: Receiver): string
  /** The number of deliveries that arrived. */
  arrived(): number
  close(): void
}

const SLOW_MS = 40
/** The share of deliveries that fail, and how often the same event does: retries end after ten. */
const [FAILING_SHARE, MOST_FAILURES] = [0.5, 3]

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Opens the servers of all receivers. A dead one has an address at which nothing listens. */
export const openReceivers = async (fraction: () => number): Promise<Receivers> => {
  const receivers: Receiver[] = []
  const failures = new Map<string, number>()
  let arrived = 0
  const fails = (of: string): boolean => {
    const before = failures.get(of) ?? 0
    if (before >= MOST_FAILURES || fraction() >= FAILING_SHARE) return false
    failures.set(of, before + 1)
    return true
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = Number(request.url?.slice(1))
    const receiver = receivers[at]
    const body = await text(request)
    if (receiver === undefined) return void response.writeHead(404).end()
    const { behavior, secret } = receiver
    const event = JSON.parse(body) as SeenEvent
    const journal = receiver.journalOf(event)
    if (journal === undefined) return void response.writeHead(404).end()
    arrived += 1
    journal.arrives(event, isSigned(secret, request.headers, body))
    if (behavior === 'slow') await pause(SLOW_MS)
    const isFailing = (behavior === 'fails' || behavior === 'resets') && fails(`${at} ${event.id}`)
    if (isFailing && behavior === 'resets') return void request.socket.resetAndDestroy()
    if (isFailing) return void response.writeHead(500).end()
    journal.accepts(event)
    return void response.writeHead(204).end()
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // A killed dispatcher ends its request in the middle.
    respond(request, response).catch(() => request.socket.destroy())
  }
  const servers = [
    createServer(answer),
    createTlsServer({ key: TEST_KEY_PEM, cert: TEST_CERTIFICATE_PEM }, answer),
  ] as const
  const [port, tlsPort] = await Promise.all(servers.map(listening))
  const deadPort = await freePort()
  const baseOf = (behavior: Behavior): string => {
    if (behavior === 'untrusted') return `https://127.0.0.1:${tlsPort}`
    return `http://127.0.0.1:${behavior === 'dead' ? deadPort : port}`
  }
  return {
    add: (receiver) => `${baseOf(receiver.behavior)}/${receivers.push(receiver) - 1}`,
    arrived: () => arrived,
    close: () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
