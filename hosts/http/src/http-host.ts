import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ids } from '@postrider/core/ports/ids'
import type { IpAddresses } from '@postrider/core/ports/ip-addresses'
import { semaphore } from '@postrider/core/use-cases/concurrency/semaphore'
import { createProbe, type Probe } from '@postrider/wiring/readiness'
import type { RequestMetrics } from '@postrider/wiring/request-metrics'
import { boundariesOf } from './boundaries/boundaries.js'
import { createAccessLog } from './answering/access-log.js'
import { createClientAddressOf } from './exchange/client-address.js'
import { type ConnectionLog, createConnectionLog } from './answering/connection-log.js'
import type { Exchange } from './exchange/exchange.js'
import { createExchanges } from './answering/exchanges.js'
import { largeAnswers } from './answering/public-answers.js'
import { watchAnswers } from './answering/watch-answers.js'
import { endpointsOf } from './endpoints.js'
import type { HandlerNeeds } from './handlers/handlers.js'
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.js'
import { createRouter } from './routing/router.js'
import { createServe } from './routing/serve.js'
import { boundConnections } from './server/bound-connections.js'
import { closeServer, trackConnections } from './server/close-server.js'
import { openServer } from './server/open-server.js'
import { createPipelines } from './server/pipelining.js'

/** Where a host can be reached. */
export interface ListeningAddress {
  readonly url: string
  readonly port: number
}

/** The /v1 API on a port. */
export interface HttpHost {
  /** What GET /v1/readiness answers, for other ports of the process. */
  readonly probe: Probe
  /** Begins to listen; port 0 takes a free one. Rejects where the address cannot be had. */
  listen(host: string, port: number): Promise<ListeningAddress>
  /** From now on readiness answers 503 and connections end with their answer; requests are still taken. */
  drain(): void
  /**
   * Drains, pauses, stops accepting and waits for open requests, each of which is answered; past the limit their
   * connections are cut. Resolves when the last connection has ended; may be called again.
   */
  close(): Promise<void>
}

export interface HttpHostNeeds extends Omit<HandlerNeeds, 'probe' | 'uploads'> {
  readonly ids: Ids
  readonly ipAddresses: IpAddresses
  /** Ranges of the proxies whose word about their clients is taken; default none. */
  readonly trustedProxies?: readonly string[]
  /** Ranges of addresses that may open any number of connections; default: loopback and the trusted proxies. */
  readonly exemptAddresses?: readonly string[]
  /** Whether there is the page under /docs; default yes. */
  readonly hasDocs?: boolean
  readonly requestMetrics: RequestMetrics
  readonly limits?: Partial<HttpLimits>
}

/** How far the host is on its way to the end. */
type Phase = 'open' | 'draining' | 'shut'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** What keeps clients from holding too much for too long. */
const guardsOf = (limits: HttpLimits, connectionLog: ConnectionLog) => {
  const pipelines = createPipelines({
    mostWaiting: limits.maxPipelined,
    cut: (socket) => connectionLog.cut(socket, 'pipelined'),
  })
  return {
    pipelines,
    largeAnswers: largeAnswers(limits.maxPublicBytes),
    cut: (exchange: Exchange) => connectionLog.cut(exchange.request.socket, 'pieces', exchange),
    watch: watchAnswers({
      stallMs: limits.stallMs,
      hold: pipelines.hold,
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

/** Makes the HTTP host over the use cases; opens no socket before `listen`. */
export const createHttpHost = (needs: HttpHostNeeds): HttpHost => {
  const { ids, ipAddresses, log, requestMetrics, trustedProxies = [], hasDocs = true } = needs
  const limits: HttpLimits = { ...DEFAULT_HTTP_LIMITS, ...needs.limits }
  let phase: Phase = 'open'
  const isDraining = (): boolean => phase !== 'open'
  const { postrider } = needs
  const probe = createProbe({ ...needs, isDraining })
  const budget = semaphore(limits.maxBodyBytesHeld)
  const boundaries = boundariesOf(postrider)
  const accessLog = createAccessLog(log, requestMetrics, Object.values(boundaries))
  const clientAddressOf = createClientAddressOf(ipAddresses, trustedProxies)
  const guards = guardsOf(limits, createConnectionLog(log, requestMetrics, clientAddressOf))
  const exchanges = createExchanges({ ...needs, clientAddressOf, accessLog, budget, isDraining, ...guards })
  const mayBegin = (): boolean => phase !== 'shut' && exchanges.underWay() <= limits.maxInFlight
  const endpoints = endpointsOf({
    ...needs,
    probe,
    uploads: semaphore(limits.maxUploads),
    hasDocs,
    boundaries,
    bodies: { budget, cut: guards.cut },
  })
  const server = openServer(
    { limits, exchanges, ids, pipelines: guards.pipelines, log },
    createRouter(endpoints, createServe({ exchanges, mayBegin })),
  )
  boundConnections(server, {
    ipAddresses,
    mostOfAddress: limits.maxConnectionsOfAddress,
    exempt: needs.exemptAddresses ?? [...LOOPBACK, ...trustedProxies],
    refused: requestMetrics.connectionRefused,
  })
  const connections = trackConnections(server)

  const drain = (): void => {
    if (phase === 'open') phase = 'draining'
  }
  const end = async (): Promise<void> => {
    drain()
    await pause(limits.drainPauseMs)
    phase = 'shut'
    if (server.listening) await closeServer(server, connections, exchanges, limits.drainLimitMs)
  }
  let ended: Promise<void> | undefined

  return {
    probe,
    listen: (host, port) => listenOn(server, host, port),
    drain,
    close: () => {
      ended ??= end()
      return ended
    },
  }
}
