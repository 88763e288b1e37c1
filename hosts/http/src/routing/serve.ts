import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers/answer.js'
import type { Exchanges } from '../answering/exchanges.js'
import type { answerCall, PathStrings } from '../intake/answer-call.js'
import type { PreparedRoute } from '../intake/prepare-route.js'

/** Answers a request that belongs to a route. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  prepared: PreparedRoute,
  path: PathStrings,
) => void

interface Needs {
  readonly exchanges: Exchanges
  readonly answerOf: ReturnType<typeof answerCall>
  /** Whether one more protected request may be worked on. */
  readonly mayBegin: () => boolean
}

/** Carries a request from its route to its answer; the place where bugs are met. */
export const createServe = ({ exchanges, answerOf, mayBegin }: Needs): Serve => {
  const serve = async (...[request, response, prepared, path]: Parameters<Serve>): Promise<void> => {
    const { path: route, boundary } = prepared.route
    const exchange = exchanges.open(request, response, route, boundary === 'agent')
    try {
      const answer =
        boundary === 'none' || mayBegin()
          ? await answerOf(exchange, prepared, path)
          : errorAnswer('service_unavailable', exchange.requestId, [], {
              cause: 'the host is full or closes',
            })
      if (answer === undefined) exchanges.abandon(exchange)
      else exchanges.answer(exchange, answer)
    } catch (cause) {
      exchanges.fail(exchange, cause)
    }
  }
  return (...call) => void serve(...call)
}
