import type { Socket } from 'node:net'
import type { CutCause, RequestMetrics } from '../hosting/request-metrics.js'
import type { HostLog } from '../hosting/host-log.js'
import type { ClientAddressOf } from '../exchange/client-address.js'
import type { Exchange } from '../exchange/exchange.js'

/** Closes connections that exceed a limit, and logs it. */
export interface ConnectionLog {
  /** Closes a connection. If the exchange on it is known, the log line has its name. */
  cut(socket: Socket, why: CutCause, exchange?: Exchange): void
}

export const createConnectionLog = (
  log: HostLog,
  metrics: Pick<RequestMetrics, 'connectionCut'>,
  clientAddressOf: ClientAddressOf,
): ConnectionLog => ({
  cut: (socket, why, exchange) => {
    if (socket.destroyed) return
    const clientAddress = exchange?.clientAddress ?? clientAddressOf(socket, undefined)
    metrics.connectionCut(why)
    log.info(
      { requestId: exchange?.requestId, route: exchange?.route, clientAddress, why },
      'connection closed by limit',
    )
    socket.destroy()
  },
})
