import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StorageOutage } from '../answering/storage-outage.js'
import { failureAnswer, type FailurePage } from '../answering/failure.js'
import type { Exchanges } from '../answering/exchanges.js'
import type { RepeatedRefusals } from '../answering/repeated-refusals.js'
import type { AcceptGate } from '../server/accept-gate.js'
import type { Endpoint, PathStrings } from '../exchange/endpoint.js'

/** Handles a request at an endpoint. */
export type EndpointHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  parameters: PathStrings,
) => void

interface Needs {
  readonly exchanges: Exchanges
  /** Whether one more protected request may start. */
  readonly mayBegin: () => boolean
  readonly gate: Pick<AcceptGate, 'whenIn'>
  readonly outage: Pick<StorageOutage, 'note'>
  readonly refusals: RepeatedRefusals
  /** The page of a request that can't be served, for browsers; undefined: the usual error body. */
  readonly failed?: FailurePage | undefined
}

const FULL = 'the host is full or shutting down'

/** Processes a request from its endpoint to its response, and catches bugs. */
export const createServe = ({
  exchanges,
  mayBegin,
  gate,
  outage,
  refusals,
  failed,
}: Needs): EndpointHandler => {
  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint,
    parameters: PathStrings,
  ): Promise<void> => {
    const exchange = exchanges.open(request, response, endpoint.route, endpoint.boundary)
    try {
      // Node keeps the unread chunks of a body one by one, so requests with many chunks don't wait.
      const isChunked = exchange.headers['transfer-encoding'] !== undefined
      const outside = isChunked ? undefined : gate.whenIn()
      if (outside !== undefined) await outside
      if (exchange.stage === 'ended') return
      const answer =
        endpoint.isAlwaysOpen || mayBegin()
          ? await endpoint.answer(exchange, parameters)
          : failureAnswer(exchange, 'service_unavailable', failed, FULL)
      if (answer === undefined) return exchanges.abandon(exchange)
      if (!endpoint.isAlwaysOpen) outage.note(exchange, answer)
      const waiting = refusals.beforeAnswer(request.socket, answer.status)
      if (waiting !== undefined) await waiting
      exchanges.answer(exchange, answer)
    } catch (cause) {
      exchanges.fail(exchange, cause)
    }
  }
  return (request, response, endpoint, parameters) => void serve(request, response, endpoint, parameters)
}
