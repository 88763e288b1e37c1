import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers/answer.js'
import type { Exchanges } from '../answering/exchanges.js'
import { pathOf } from '../exchange/path-of.js'
import type { PreparedRoute } from '../pipeline/prepare-route.js'
import { matchPath, methodsOf } from './match-path.js'
import type { Serve } from './serve.js'

interface Needs {
  readonly routes: readonly PreparedRoute[]
  readonly exchanges: Exchanges
  readonly serve: Serve
}

/**
 * Answers what the router gave to no route: a path or a method that is not known. A parameter that the router could
 * not decode goes to its route as it was written, to be answered there like any other that means nothing.
 */
export const unrouted =
  ({ routes, exchanges, serve }: Needs) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '')
    let template: string | undefined
    for (const prepared of routes) {
      const parameters = matchPath(prepared.route.path, path)
      if (parameters === undefined) continue
      if (prepared.route.method === request.method) return serve(request, response, prepared, parameters)
      template ??= prepared.route.path
    }
    const exchange = exchanges.open(request, response, template ?? 'unknown')
    const { requestId } = exchange
    if (template === undefined) return exchanges.answer(exchange, errorAnswer('route_not_found', requestId))
    const table = routes.map(({ route }) => route)
    const answer = errorAnswer('method_not_allowed', requestId)
    exchanges.answer(exchange, { ...answer, headers: ['Allow', methodsOf(table, path).join(', ')] })
  }
