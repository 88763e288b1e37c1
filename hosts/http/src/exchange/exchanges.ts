import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRequestId } from '@postrider/core/domain/codecs/identifiers'
import type { Ids } from '@postrider/core/ports/ids'
import type { HostLog } from '@postrider/wiring/host-log'
import { type Answer, errorAnswer } from '../answers/answer.js'
import { rateHeaders } from '../answers/rate-headers.js'
import { responseHeaders } from '../answers/response-headers.js'
import type { BodyBudget } from '../intake/body-budget.js'
import type { AccessLog } from './access-log.js'
import type { Exchange } from './exchange.js'
import { requestHeaders } from './request-headers.js'

interface Needs {
  readonly ids: Ids
  readonly log: HostLog
  readonly accessLog: AccessLog
  readonly budget: BodyBudget
  /** Whether connections end with their present answer. */
  readonly isDraining: () => boolean
}

/** What the body of an answer is, when it is no text: a file of the page. */
interface AnswerBytes {
  readonly contentType: string
  readonly bytes: Buffer
}

/** The requests that are under way in this process, and the one place that answers them. */
export interface Exchanges {
  /** Begins an exchange. `route` is a path template of the route table, or `unknown`. */
  open(request: IncomingMessage, response: ServerResponse, route: string): Exchange
  answer(exchange: Exchange, answer: Answer): void
  answerBytes(exchange: Exchange, answer: AnswerBytes): void
  /** Answers 500 and nothing about why; the log has the cause under the request id (decisions 2). */
  fail(exchange: Exchange, cause: unknown): void
  /** Ends an exchange without an answer of its own: what comes later of it is not said. */
  end(exchange: Exchange): void
  /** Ends an exchange whose client went away: there is nobody to answer. */
  abandon(exchange: Exchange): void
  /** Those under way on a connection: more than one where the client does not wait for answers. */
  on(socket: unknown): readonly Exchange[]
  underWay(): number
}

/** The caller's own id where it gave one well-formed one, else a fresh one (decisions 2). */
const requestIdOf = (given: string | readonly string[] | undefined, ids: Ids): string =>
  isRequestId(given) ? given : ids.next('req')

const newExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  ids: Ids,
): Exchange => {
  const headers = requestHeaders(request.rawHeaders)
  const requestId = requestIdOf(headers['x-request-id'], ids)
  return {
    request,
    response,
    route,
    headers,
    requestId,
    beganAtMs: performance.now(),
    caller: undefined,
    standing: undefined,
    stage: 'arriving',
    heldBytes: 0,
  }
}

export const createExchanges = ({ ids, log, accessLog, budget, isDraining }: Needs): Exchanges => {
  const open = new Set<Exchange>()

  const end = (exchange: Exchange): void => {
    exchange.stage = 'ended'
    open.delete(exchange)
    budget.give(exchange.heldBytes)
    exchange.heldBytes = 0
  }

  const write = (exchange: Exchange, status: number, fields: string[], body: string | Buffer): void => {
    if (isDraining()) fields.push('Connection', 'close')
    exchange.response.writeHead(status, fields)
    exchange.response.end(body)
    end(exchange)
  }

  const answer = (exchange: Exchange, { status, contentType, text, headers, logged }: Answer): void => {
    if (exchange.stage === 'ended') return
    const fields = responseHeaders(contentType, Buffer.byteLength(text), exchange.requestId)
    if (headers !== undefined) fields.push(...headers)
    if (exchange.standing !== undefined) fields.push(...rateHeaders(exchange.standing))
    write(exchange, status, fields, text)
    accessLog.answered(exchange, status, logged)
  }

  return {
    open: (request, response, route) => {
      const exchange = newExchange(request, response, route, ids)
      open.add(exchange)
      return exchange
    },
    answer,
    answerBytes: (exchange, { contentType, bytes }) => {
      write(
        exchange,
        200,
        responseHeaders(contentType, bytes.length, exchange.requestId, 'max-age=3600'),
        bytes,
      )
      accessLog.answered(exchange, 200)
    },
    fail: (exchange, cause) => {
      const { requestId, route, response } = exchange
      log.error({ requestId, route, err: cause }, 'a request met a bug')
      if (!response.headersSent) return answer(exchange, errorAnswer('internal_error', requestId))
      response.destroy()
      end(exchange)
    },
    end,
    abandon: (exchange) => {
      if (exchange.stage === 'ended') return
      end(exchange)
      accessLog.abandoned(exchange)
    },
    on: (socket) => [...open].filter(({ request }) => request.socket === socket),
    underWay: () => open.size,
  }
}
