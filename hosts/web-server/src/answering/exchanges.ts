import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRequestId } from '@postrider/core/kernel/codecs/identifiers'
import { parseTraceparent, traceIdOf } from '@postrider/core/kernel/tracing/trace-context'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { HostLog } from '../hosting/host-log.js'
import { failureAnswer, type FailurePage } from './failure.js'
import type { AccessLog } from './access-log.js'
import type { ClientAddressOf } from '../exchange/client-address.js'
import type { Boundary } from '../exchange/boundary.js'
import type { Exchange } from '../exchange/exchange.js'
import type { LargeAnswers } from './public-answers.js'
import { openExchanges } from './open-exchanges.js'
import type { StorageOutage } from './storage-outage.js'
import { requestHeaders } from '../exchange/request-headers.js'
import { type AnswerWriter, createAnswerWriter } from './write-answers.js'

interface Needs {
  readonly ids: Ids
  readonly clientAddressOf: ClientAddressOf
  readonly log: HostLog
  readonly accessLog: AccessLog
  /** A permit for each byte of request bodies that the whole process may hold (docs/promises#oversized-bodies). */
  readonly budget: Semaphore
  /** Whether clients reach the listener by https. */
  readonly isHttps: boolean
  /** Whether connections close after their current response. */
  readonly isDraining: () => boolean
  /** Makes sure that a response that isn't sent at once is sent in time, or cut off. */
  readonly watch: (exchange: Exchange) => void
  /** Closes the connection of a body that arrives in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  /** Bounds how many bytes of large public responses are being sent. */
  readonly largeAnswers: LargeAnswers
  /** Knows how long a client should wait after a 503. */
  readonly outage: Pick<StorageOutage, 'retryAfterSeconds'>
  /** The page of a failed request, for browsers; undefined: the usual error body. */
  readonly failed?: FailurePage | undefined
}

/** The requests in progress in this process, and the one place that writes their responses. */
export interface Exchanges extends AnswerWriter {
  /** Opens an exchange. `route` is a path template of the route table, or `unknown`. */
  open(request: IncomingMessage, response: ServerResponse, route: string, boundary?: Boundary): Exchange
  /**
   * Responds with 500 and without the cause; the log has the cause under the request id
   * (docs/api/conventions#errors).
   */
  fail(exchange: Exchange, cause: unknown): void
  /** Closes an exchange without a response; later events of it are ignored. */
  end(exchange: Exchange): void
  /** Closes an exchange whose client disconnected, without a response. */
  abandon(exchange: Exchange): void
  /** The exchanges in progress on a connection: more than one if the client pipelines requests. */
  on(socket: unknown): readonly Exchange[]
  /** The number of exchanges in progress, besides those that wait for something to happen. */
  underWay(): number
  /** The number of these whose request has arrived completely. */
  underWayWhole(): number
}

/**
 * The caller's own request id if it sent exactly one that is well formed, else a new one
 * (docs/api/conventions#request-ids).
 */
const requestIdOf = (given: string | readonly string[] | undefined, ids: Ids): string =>
  isRequestId(given) ? given : ids.next('req')

const newExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  boundary: Boundary | undefined,
  { ids, clientAddressOf }: Pick<Needs, 'ids' | 'clientAddressOf'>,
  waits: Exchange['waits'],
): Exchange => {
  const headers = requestHeaders(request.rawHeaders)
  const requestId = requestIdOf(headers['x-request-id'], ids)
  return {
    request,
    response,
    route,
    boundary,
    headers,
    requestId,
    trace: { requestId, traceparent: parseTraceparent(headers['traceparent']) },
    clientAddress: clientAddressOf(request.socket, headers['x-forwarded-for']),
    beganAtMs: performance.now(),
    caller: undefined,
    rateStatus: undefined,
    stage: 'arriving',
    isWaiting: false,
    waits,
    heldBytes: 0,
    endTurn: undefined,
    place: NaN,
  }
}

export const createExchanges = (needs: Needs): Exchanges => {
  const { log, accessLog, budget, failed } = needs
  const open = openExchanges()

  const end = (exchange: Exchange): void => {
    exchange.stage = 'ended'
    open.remove(exchange)
    budget.release(exchange.heldBytes)
    exchange.heldBytes = 0
    exchange.endTurn?.()
    exchange.endTurn = undefined
  }

  const abandon = (exchange: Exchange): void => {
    if (exchange.stage === 'ended') return
    end(exchange)
    accessLog.abandoned(exchange)
  }

  const { answer } = createAnswerWriter({ ...needs, end, abandon })

  return {
    open: (request, response, route, boundary) => {
      const exchange = newExchange(request, response, route, boundary, needs, open.waits)
      open.add(exchange)
      return exchange
    },
    answer,
    fail: (exchange, cause) => {
      const { requestId, trace, route, response } = exchange
      log.error({ requestId, traceId: traceIdOf(trace), route, err: cause }, 'unhandled error in request')
      if (!response.headersSent) return answer(exchange, failureAnswer(exchange, 'internal_error', failed))
      response.destroy()
      end(exchange)
    },
    end,
    abandon,
    on: open.on,
    underWay: open.count,
    underWayWhole: open.countWhole,
  }
}
