import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ids } from '@postrider/core/ports/ids'
import type { IpAddresses } from '@postrider/core/ports/ip-addresses'
import type { RequestMetrics } from '@postrider/wiring/request-metrics'
import { createAccessLog } from './exchange/access-log.js'
import { createClientAddressOf } from './exchange/client-address.js'
import { createExchanges } from './exchange/exchanges.js'
import type { OperationId } from './handlers/handler.js'
import { type HandlerNeeds, handlers } from './handlers/handlers.js'
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.js'
import { answerCall } from './intake/answer-call.js'
import { bodyBudget } from './intake/body-budget.js'
import { places } from './intake/places.js'
import { callInspections } from './intake/inspections.js'
import { type PreparedRoute, prepareRoute } from './intake/prepare-route.js'
import { servePage } from './pages/serve-page.js'
import { visitInvitation } from './pages/visit-invitation.js'
import { visitRecovery } from './pages/visit-recovery.js'
import { createRouter } from './routing/router.js'
import { createServe } from './routing/serve.js'
import { closeServer, connectionsOf } from './server/close-server.js'
import { onClientError } from './server/on-client-error.js'
import { openServer } from './server/open-server.js'

/** Where a host can be reached. */
export interface Listening {
  readonly url: string
  readonly port: number
}

/** The /v1 API on a port. */
export interface HttpHost {
  /** Begins to listen; port 0 takes a free one. Rejects where the address cannot be had. */
  listen(host: string, port: number): Promise<Listening>
  /** From now on readiness answers 503 and connections end with their answer; requests are still taken. */
  drain(): void
  /**
   * Drains, pauses, stops accepting and waits for open requests, each of which is answered; past the limit their
   * connections are cut. Resolves when the last connection has ended; may be called again.
   */
  close(): Promise<void>
}

export interface HttpHostNeeds extends Omit<HandlerNeeds, 'isDraining' | 'uploads'> {
  readonly ids: Ids
  readonly ipAddresses: IpAddresses
  /** Ranges of the proxies whose word about their clients is taken; default none. */
  readonly trustedProxies?: readonly string[]
  readonly requestMetrics: RequestMetrics
  readonly limits?: Partial<HttpLimits>
}

/** How far the host is on its way to the end. */
type Phase = 'open' | 'draining' | 'shut'

const prepareRoutes = (needs: HandlerNeeds): readonly PreparedRoute[] => {
  const table = handlers(needs)
  const inspections = callInspections(needs)
  return (Object.keys(table) as OperationId[]).map((id) =>
    prepareRoute<OperationId>(id, table[id], inspections[id]),
  )
}

/** Makes the HTTP host over the use cases; opens no socket before `listen`. */
export const createHttpHost = (needs: HttpHostNeeds): HttpHost => {
  const { ids, ipAddresses, log, requestMetrics } = needs
  const limits: HttpLimits = { ...DEFAULT_HTTP_LIMITS, ...needs.limits }
  let phase: Phase = 'open'
  const isDraining = (): boolean => phase !== 'open'
  const budget = bodyBudget(limits.maxBodyBytesHeld)
  const accessLog = createAccessLog(log, requestMetrics)
  const clientAddressOf = createClientAddressOf(ipAddresses, needs.trustedProxies ?? [])
  const { downloadStallMs } = limits
  const base = { ids, clientAddressOf, log, accessLog, budget, isDraining }
  const exchanges = createExchanges({ ...base, downloadStallMs })
  const mayBegin = (): boolean => phase !== 'shut' && exchanges.underWay() <= limits.maxInFlight
  const answerOf = answerCall({ postrider: needs.postrider, budget })
  const app = createRouter({
    routes: prepareRoutes({ ...needs, isDraining, uploads: places(limits.maxUploads) }),
    exchanges,
    serve: createServe({ exchanges, answerOf, mayBegin }),
    pages: [visitRecovery(needs.postrider), visitInvitation(needs.postrider)],
    servePage: servePage({ exchanges, budget, mayBegin }),
    openServer: (listener) => openServer({ limits, exchanges, ids }, listener),
    onClientError: onClientError({ exchanges, ids, log }),
  })
  const { server } = app
  const connections = connectionsOf(server)

  const drain = (): void => {
    if (phase === 'open') phase = 'draining'
  }
  const end = async (): Promise<void> => {
    drain()
    await pause(limits.drainPauseMs)
    phase = 'shut'
    if (server.listening) await closeServer(server, connections, exchanges, limits.drainLimitMs)
    await app.close()
  }
  let ended: Promise<void> | undefined

  return {
    // The server itself is told to listen: fastify would open a second one for names with two addresses.
    listen: async (host, port) => {
      await app.ready()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      const { port: taken } = server.address() as AddressInfo
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, port: taken }
    },
    drain,
    close: () => {
      ended ??= end()
      return ended
    },
  }
}
