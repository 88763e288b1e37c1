import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRequestId } from '@postrider/core/kernel/codecs/identifiers'
import { parseTraceparent, traceIdOf } from '@postrider/core/kernel/tracing/trace-context'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { HostLog } from '../hosting/host-log.js'
import { errorAnswer } from '../answers/answer.js'
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
  /** Whether connections end with their present answer. */
  readonly isDraining: () => boolean
  /** Sees to it that an answer that does not leave at once leaves in time, or not at all. */
  readonly watch: (exchange: Exchange) => void
  /** Ends the connection of a body that comes in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  /** Bounds how much of large public answers is on its way. */
  readonly largeAnswers: LargeAnswers
  /** Knows how long a client should wait after a 503. */
  readonly outage: Pick<StorageOutage, 'retryAfterSeconds'>
}

/** The requests that are under way in this process, and the one place that answers them. */
export interface Exchanges extends AnswerWriter {
  /** Begins an exchange. `route` is a path template of the route table, or `unknown`. */
  open(request: IncomingMessage, response: ServerResponse, route: string, boundary?: Boundary): Exchange
  /** Answers 500 and nothing about why; the log has the cause under the request id (docs/contract#errors). */
  fail(exchange: Exchange, cause: unknown): void
  /** Ends an exchange without an answer of its own: what comes later of it is not said. */
  end(exchange: Exchange): void
  /** Ends an exchange whose client went away: there is nobody to answer. */
  abandon(exchange: Exchange): void
  /** Those under way on a connection: more than one where the client does not wait for answers. */
  on(socket: unknown): readonly Exchange[]
  underWay(): number
  /** Of these, those whose request is all there. */
  underWayWhole(): number
}

/** The caller's own id where it gave one well-formed one, else a fresh one (docs/contract#request-ids). */
const requestIdOf = (given: string | readonly string[] | undefined, ids: Ids): string =>
  isRequestId(given) ? given : ids.next('req')

const newExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  boundary: Boundary | undefined,
  { ids, clientAddressOf }: Pick<Needs, 'ids' | 'clientAddressOf'>,
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
    heldBytes: 0,
    endTurn: undefined,
    place: NaN,
  }
}

export const createExchanges = (needs: Needs): Exchanges => {
  const { log, accessLog, budget } = needs
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
      const exchange = newExchange(request, response, route, boundary, needs)
      open.add(exchange)
      return exchange
    },
    answer,
    fail: (exchange, cause) => {
      const { requestId, trace, route, response } = exchange
      log.error({ requestId, traceId: traceIdOf(trace), route, err: cause }, 'unhandled error in a request')
      if (!response.headersSent) return answer(exchange, errorAnswer('internal_error', requestId))
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
