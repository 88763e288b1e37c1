import { sendingRoutes } from '@postrider/contracts/routes/sending-routes'
import { traceIdOf } from '@postrider/core/kernel/tracing/trace-context'
import type { HostLog } from '../hosting/host-log.js'
import type { OperationBoundary, RequestMetrics } from '../hosting/request-metrics.js'
import type { Answer } from '../answers/answer.js'
import { operationLabel } from './operation-names.js'
import type { Boundary } from '../exchange/boundary.js'
import type { Exchange } from '../exchange/exchange.js'

/**
 * Writes one log line and one measurement for each request; never a credential, a body or a recipient
 * (docs/promises#leaked-secrets). The line of a failed request also has the client's address.
 */
export interface AccessLog {
  answered(
    exchange: Exchange,
    status: number,
    answer?: Pick<Answer, 'logged' | 'isLoggedElsewhere' | 'refused'>,
  ): void
  /** The client disconnected before it got a response. */
  abandoned(exchange: Exchange): void
}

const MICROSECONDS = 1000

const SENDS = new Set<string>([
  sendingRoutes.sendMessage.path,
  sendingRoutes.sendBatch.path,
  sendingRoutes.sendOtp.path,
])

/** The routes of operations, each with the boundary that its calls are counted under. */
const operationRoutes = (boundaries: readonly Boundary[]): ReadonlyMap<string, OperationBoundary> =>
  new Map(
    boundaries.flatMap(({ operations }) =>
      operations === undefined ? [] : [[operations.route, operations.countedAs]],
    ),
  )

/** Counts operation routes per operation, and every other request by its route. */
const measureFor = (metrics: RequestMetrics, boundaries: readonly Boundary[]) => {
  const countedAs = operationRoutes(boundaries)
  return (
    { route, request: { method = '', url = '' } }: Exchange,
    status: number,
    durationMs: number,
    { logged, refused = [] }: Pick<Answer, 'logged' | 'refused'>,
  ): void => {
    metrics.answered(route, method, status, durationMs)
    const boundary = countedAs.get(route)
    if (boundary !== undefined) metrics.operated(boundary, operationLabel(url), status, durationMs)
    if (logged !== undefined && method === 'POST' && SENDS.has(route)) metrics.sendRefused(logged.errorCode)
    for (const code of refused) metrics.sendRefused(code)
  }
}

const fieldsOf = (
  { requestId, trace, request: { method, url = '' }, route, boundary, caller }: Exchange,
  status: number | undefined,
  spentMs: number,
): object => {
  const durationMs = Math.round(spentMs * MICROSECONDS) / MICROSECONDS
  const line = { requestId, traceId: traceIdOf(trace), method, route, status, durationMs }
  return caller === undefined || boundary === undefined
    ? line
    : { ...line, ...boundary.logFields(caller, url) }
}

/** The access log of a host with these boundaries. */
export const createAccessLog = (
  log: HostLog,
  metrics: RequestMetrics,
  boundaries: readonly Boundary[],
): AccessLog => {
  const measure = measureFor(metrics, boundaries)
  return {
    answered: (exchange, status, answer = {}) => {
      const { logged, isLoggedElsewhere = false } = answer
      const durationMs = performance.now() - exchange.beganAtMs
      measure(exchange, status, durationMs, answer)
      const { clientAddress } = exchange
      if (status < 400 || isLoggedElsewhere) {
        // Every request has such a line, so the fields are only built if debug lines are written.
        if (log.writesDebug) log.debug(fieldsOf(exchange, status, durationMs), 'request finished')
        return
      }
      const fields = { ...fieldsOf(exchange, status, durationMs), clientAddress, ...logged }
      if (status < 500) log.info(fields, 'request finished')
      else log.error(fields, 'request finished')
    },
    abandoned: (exchange) => {
      log.info(fieldsOf(exchange, undefined, performance.now() - exchange.beganAtMs), 'client disconnected')
    },
  }
}
