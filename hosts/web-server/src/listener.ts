import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Product } from '@postrider/core/kernel/texts/product'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { boundConnections } from './hosting/bound-connections.js'
import type { HostLog } from './hosting/host-log.js'
import type { RequestMetrics } from './hosting/request-metrics.js'
import { createAccessLog } from './answering/access-log.js'
import { type ConnectionLog, createConnectionLog } from './answering/connection-log.js'
import { createExchanges, type Exchanges } from './answering/exchanges.js'
import type { FailurePage } from './answering/failure.js'
import { largeAnswers } from './answering/public-answers.js'
import { createStorageOutage, LOOK_MS, type StorageOutage } from './answering/storage-outage.js'
import { createRepeatedRefusals } from './answering/repeated-refusals.js'
import { watchAnswers } from './answering/watch-answers.js'
import { writtenOut } from './answering/write-answers.js'
import { errorAnswer } from './answers/answer.js'
import type { Boundary } from './exchange/boundary.js'
import { createClientAddressOf } from './exchange/client-address.js'
import type { Endpoint } from './exchange/endpoint.js'
import type { Exchange } from './exchange/exchange.js'
import { pathOf } from './exchange/path-of.js'
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.js'
import { errorPages } from './pages/error-pages.js'
import { createLargeBodies } from './receiving/large-bodies.js'
import type { BodyNeeds } from './receiving/read-body.js'
import { createRouter, type NothingAnswer } from './routing/router.js'
import { createServe } from './routing/serve.js'
import { answerOnSocket } from './server/answer-on-socket.js'
import { endConnections, stopAccepting, trackConnections } from './server/close-server.js'
import { createAcceptGate } from './server/accept-gate.js'
import { innerConnection } from './server/inner-connection.js'
import { IDLE_GRACE_MS, watchIdleConnections } from './server/idle-connections.js'
import { openServer } from './server/open-server.js'
import { watchPauses } from './answering/pauses.js'
import { createPipelines } from './server/pipelining.js'

/** The address of a listener. */
export interface ListeningAddress {
  readonly url: string
  readonly port: number
}

/** Endpoints on a port. */
export interface Listener {
  /** Starts to listen; port 0 picks a free one. Rejects if the address isn't available. */
  listen(host: string, port: number): Promise<ListeningAddress>
  /**
   * Opens a connection from within this process. HTTP over it has the same checks and responses as over a
   * socket. It doesn't need `listen`. `address` is the caller's address, if that isn't this machine.
   */
  connect(address?: string): Duplex
  /** From now on connections close after their response; requests are still accepted. */
  drain(): void
  /**
   * Drains, pauses, stops accepting and waits for open requests, each of which gets a response. Connections
   * that exceed the time limit are cut. Resolves when the last connection has ended; may be called again.
   */
  close(): Promise<void>
  /**
   * Leaves the port to other processes that already listen on it. It accepts no new connections, and open
   * ones stay usable: each closes after its next response or when it has been idle for the announced time (at
   * most 2 minutes). Resolves when the last one has closed. No request is refused or cut. `close` shortens
   * this.
   */
  handOver(): Promise<void>
}

/** Dependencies that the listener passes to its endpoints. */
export interface EndpointNeeds {
  readonly bodies: BodyNeeds
  readonly limits: HttpLimits
}

/** Takes over connections that request another protocol at a path. */
export interface UpgradeHandler {
  readonly path: string
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface ListenerNeeds {
  readonly ids: Ids
  readonly ipAddresses: IpAddresses
  readonly log: HostLog
  readonly requestMetrics: RequestMetrics
  /**
   * The public URL, for example `https://api.example.com`. With https, browsers use nothing else from then
   * on.
   */
  readonly origin?: string | undefined
  /** Address ranges of the proxies whose `X-Forwarded-For` is trusted; default none. */
  readonly trustedProxies?: readonly string[]
  /** Ranges of addresses that may open any number of connections; default: loopback and the trusted proxies. */
  readonly exemptAddresses?: readonly string[]
  readonly limits?: Partial<HttpLimits>
  /** The boundaries that callers have to pass. */
  readonly boundaries: readonly Boundary[]
  /** The name on the pages about error codes; default: Postrider. */
  readonly product?: Product | undefined
  /** Returns the endpoints; called once. */
  readonly endpoints: (needs: EndpointNeeds) => readonly Endpoint[]
  /** The handler that takes over connections, and its path; default none. */
  readonly upgrades?: UpgradeHandler
  /** The response if no endpoint matches; default: the usual error body. */
  readonly nothing?: NothingAnswer
  /** The page of a request that failed in the host, for browsers; default: the usual error body. */
  readonly failed?: FailurePage
}

/** The stage of shutting down. */
type Phase = 'open' | 'draining' | 'shut'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** The guards that keep clients from holding too many resources for too long. */
const guardsOf = (
  limits: HttpLimits,
  connectionLog: ConnectionLog,
  origin: string | undefined,
  isDraining: () => boolean,
) => {
  const pipelines = createPipelines({
    mostWaiting: limits.maxPipelined,
    cut: (socket) => connectionLog.cut(socket, 'pipelined'),
  })
  const pauses = watchPauses()
  return {
    pipelines,
    pauses,
    gate: createAcceptGate(),
    largeAnswers: largeAnswers(limits.maxPublicBytes),
    outage: createStorageOutage(),
    refusals: createRepeatedRefusals(isDraining),
    isHttps: origin?.startsWith('https:') === true,
    large: createLargeBodies(),
    cut: (exchange: Exchange) => connectionLog.cut(exchange.request.socket, 'pieces', exchange),
    watch: watchAnswers({
      stallMs: limits.stallMs,
      hold: pipelines.hold,
      pauses,
      cut: (exchange) => connectionLog.cut(exchange.request.socket, 'stalled', exchange),
    }),
  }
}

const listenOn = (server: Server, host: string, port: number): Promise<ListeningAddress> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { port: taken } = server.address() as AddressInfo
      resolve({ url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, port: taken })
    })
  })

/** Bounds the connections of each address and in total. */
const boundClients = (
  server: Server,
  { ipAddresses, trustedProxies = [], exemptAddresses, requestMetrics }: ListenerNeeds,
  { limits, ...idle }: Parameters<typeof watchIdleConnections>[1] & { readonly limits: HttpLimits },
): void =>
  boundConnections(server, {
    ipAddresses,
    mostOfAddress: limits.maxConnectionsOfAddress,
    mostOfAll: limits.maxConnections,
    exempt: exemptAddresses ?? [...LOOPBACK, ...trustedProxies],
    endIdle: watchIdleConnections(server, idle).endLongest,
    refused: requestMetrics.connectionRefused,
  })

/** A replaced process still holds memory and database connections, so it doesn't wait longer than this. */
const MOST_HANDED_OVER_MS = 120_000

/** How long idle connections may still be used: their clients don't learn of the end before that. */
const handOverMsOf = ({ keepAliveMs }: HttpLimits): number =>
  Math.min(keepAliveMs, MOST_HANDED_OVER_MS) + 2 * IDLE_GRACE_MS

/** Opens a connection to a server of this process. */
const connectTo = (server: Server, address: string | undefined): Duplex => {
  const { client, server: end } = innerConnection(address)
  server.emit('connection', end)
  return client
}

/** Passes on upgrades of the path; other paths don't allow upgrades. */
const takeUpgrades = (
  server: Server,
  { path, take }: UpgradeHandler,
  { exchanges, ids }: { readonly exchanges: Exchanges; readonly ids: Ids },
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that waits for an earlier response must not get other bytes in between.
    if (exchanges.on(socket).length > 0) return void socket.destroy()
    if (request.method === 'GET' && pathOf(request.url ?? '') === path) return take(request, socket, head)
    const requestId = ids.next('req')
    const answer = errorAnswer('route_not_found', requestId)
    answerOnSocket(socket, answer, writtenOut({ boundary: undefined }, answer), requestId)
  })
}

/** Whether a request that is arriving exceeds the limit of requests. */
const isFull = (
  { underWay, underWayWhole }: Exchanges,
  outage: StorageOutage,
  { maxInFlight, maxInFlightInOutage }: HttpLimits,
): boolean => underWay() > maxInFlight || (outage.isKnown() && underWayWhole() >= maxInFlightInOutage)

/** Adds the short pages about error codes, unless the host has pages of its own for them. */
const withErrorPages = (
  endpoints: readonly Endpoint[],
  product: Product | undefined,
): readonly Endpoint[] => {
  const pages = errorPages(product)
  return endpoints.some(({ path }) => path === pages.path) ? endpoints : [...endpoints, pages]
}

/**
 * Creates a listener over endpoints, with the limits that untrusted clients require; opens no socket before
 * `listen`.
 */
export const createListener = (needs: ListenerNeeds): Listener => {
  const { ids, ipAddresses, log, requestMetrics, trustedProxies = [], boundaries, failed } = needs
  const limits: HttpLimits = { ...DEFAULT_HTTP_LIMITS, ...needs.limits }
  let phase: Phase = 'open'
  const isDraining = (): boolean => phase !== 'open'
  const budget = semaphore(limits.maxBodyBytesHeld)
  const accessLog = createAccessLog(log, requestMetrics, boundaries)
  const clientAddressOf = createClientAddressOf(ipAddresses, trustedProxies)
  const connectionLog = createConnectionLog(log, requestMetrics, clientAddressOf)
  const guards = guardsOf(limits, connectionLog, needs.origin, isDraining)
  const exchanges = createExchanges({ ...needs, clientAddressOf, accessLog, budget, isDraining, ...guards })
  const mayBegin = (): boolean => phase !== 'shut' && !isFull(exchanges, guards.outage, limits)
  const looking = setInterval(() => guards.outage.look(exchanges.underWayWhole()), LOOK_MS).unref()
  const endpoints = withErrorPages(needs.endpoints({ bodies: { budget, ...guards }, limits }), needs.product)
  const server = openServer(
    { limits, exchanges, ids, log, ...guards },
    createRouter(endpoints, createServe({ exchanges, mayBegin, failed, ...guards }), needs.nothing),
  )
  const connections = trackConnections(server)
  boundClients(server, needs, { limits, connections, pipelines: guards.pipelines })
  if (needs.upgrades !== undefined) takeUpgrades(server, needs.upgrades, { exchanges, ids })
  const drain = (): void => {
    if (phase === 'open') phase = 'draining'
  }
  const shut = async (closed: Promise<void> | undefined): Promise<void> => {
    phase = 'shut'
    await endConnections(server, closed, { connections, exchanges, ...guards, limitMs: limits.drainLimitMs })
    clearInterval(looking)
    guards.pauses.stop()
  }
  const end = async (): Promise<void> => {
    drain()
    await pause(limits.drainPauseMs)
    await shut(server.listening ? stopAccepting(server) : undefined)
  }
  let hurry = (): void => undefined
  const closing = new Promise<void>((resolve) => (hurry = resolve))
  const handOver = async (): Promise<void> => {
    drain()
    if (!server.listening) return
    const closed = stopAccepting(server)
    await Promise.race([closed, closing, pause(handOverMsOf(limits), undefined, { ref: false })])
    await shut(closed)
  }
  let ended: Promise<void> | undefined
  return {
    listen: (host, port) => listenOn(server, host, port),
    connect: (address) => connectTo(server, address),
    drain,
    close: () => {
      hurry()
      ended ??= end()
      return ended
    },
    handOver: () => {
      ended ??= handOver()
      return ended
    },
  }
}
