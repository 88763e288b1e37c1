import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers/answer.js'
import type { Boundaries } from '../boundaries/boundaries.js'
import type { Exchanges } from '../answering/exchanges.js'
import type { answerCall, PathStrings } from '../pipeline/answer-call.js'
import type { PreparedRoute } from '../pipeline/prepare-route.js'

/** Answers a request that belongs to a route. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  prepared: PreparedRoute,
  path: PathStrings,
) => void

interface Needs {
  readonly boundaries: Boundaries
  readonly exchanges: Exchanges
  readonly answerOf: ReturnType<typeof answerCall>
  /** Whether one more protected request may be worked on. */
  readonly mayBegin: () => boolean
}

/** Carries a request from its route to its answer; the place where bugs are met. */
export const createServe = ({ boundaries, exchanges, answerOf, mayBegin }: Needs): Serve => {
  const serve = async (...[request, response, prepared, path]: Parameters<Serve>): Promise<void> => {
    const { path: route, boundary } = prepared.route
    const guard = boundary === 'none' ? undefined : boundaries[boundary]
    const exchange = exchanges.open(request, response, route, guard)
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
