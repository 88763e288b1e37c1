import { createServer, type RequestListener, type Server } from 'node:http'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { HostLog } from '../hosting/host-log.js'
import { errorAnswer, withHeaders } from '../answers/answer.js'
import type { Exchanges } from '../answering/exchanges.js'
import { writtenOut } from '../answering/write-answers.js'
import type { HttpLimits } from '../http-limits.js'
import { answerOnSocket } from './answer-on-socket.js'
import type { AcceptGate } from './accept-gate.js'
import { faultOf, malformedHead } from './malformed.js'
import { onClientError } from './on-client-error.js'
import type { PauseObserver } from '../answering/pauses.js'
import type { Pipelines } from './pipelining.js'

/** How often Node checks for late requests; its default of 30 s would double every timeout. */
const LATENESS_CHECK_MS = 1000

/** Connections above the bound that are being closed. */
const MOST_CLOSING = 64

interface Needs {
  readonly limits: HttpLimits
  readonly exchanges: Exchanges
  readonly ids: Ids
  readonly pipelines: Pipelines
  readonly log: HostLog
  readonly gate: Pick<AcceptGate, 'watch'>
  readonly pauses: Pick<PauseObserver, 'justEnded'>
}

/**
 * Creates Node's server with its limits (docs/promises#slow-clients). Requests with a malformed head never
 * reach the listener. The requests of a connection are started one after another.
 */
export const openServer = (
  { limits, exchanges, ids, pipelines, log, gate, pauses }: Needs,
  listener: RequestListener,
): Server => {
  const receive: RequestListener = (request, response) => {
    const malformed = malformedHead(request)
    if (malformed === undefined) return listener(request, response)
    const exchange = exchanges.open(request, response, 'unknown')
    const answer = errorAnswer('invalid_request', exchange.requestId, malformed)
    exchanges.answer(exchange, withHeaders(answer, ['Connection', 'close']))
  }
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: LATENESS_CHECK_MS,
    // Node would answer a missing Host without a body; malformedHead does it with one.
    requireHostHeader: false,
    insecureHTTPParser: false,
  })
  // boundConnections refuses those above the limit; this applies if they arrive faster than they are closed.
  server.maxConnections = limits.maxConnections + MOST_CLOSING
  gate.watch(server)
  const takeInOrder = pipelines.inOrder(receive)
  server.on('request', takeInOrder)
  // Unknown expectations may be ignored (RFC 9110 10.1.1); Node would respond to them without a body.
  server.on('checkExpectation', takeInOrder)
  server.on(
    'clientError',
    onClientError({ exchanges, ids, log, pauses, pipelines, graceMs: limits.requestTimeoutMs }),
  )
  server.on('connect', (_request, socket) => {
    // A client that waits for an earlier response must not get other bytes in between.
    if (exchanges.on(socket).length > 0) return void socket.destroy()
    const requestId = ids.next('req')
    const answer = errorAnswer('invalid_request', requestId, faultOf(undefined, 'header'))
    answerOnSocket(socket, answer, writtenOut({ boundary: undefined }, answer), requestId)
  })
  return server
}
