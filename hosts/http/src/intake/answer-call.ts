import { E } from '@postrider/core/fp'
import { requireAction } from '@postrider/core/use-cases/credentials/read-as'
import { type Answer, errorAnswer } from '../answers/answer.js'
import { refused } from '../answers/refused.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ServedUseCases } from '../handlers/handlers.js'
import { bearerOf } from './bearer.js'
import type { BodyBudget } from './body-budget.js'
import { queryOf } from './parse-query.js'
import type { PreparedRoute } from './prepare-route.js'
import { receiveJson } from './receive-json.js'

interface Needs {
  readonly postrider: Pick<ServedUseCases, 'authenticate'>
  readonly budget: BodyBudget
}

/** The parameters of a path, by name. */
export type PathStrings = Readonly<Record<string, string>>

/**
 * Answers a call in the order of checks of decisions 2: authenticate, action, content type and JSON, headers and
 * shape; the rest is the core's. Undefined when the client went away before its body was there.
 */
export const answerCall =
  ({ postrider, budget }: Needs) =>
  async (exchange: Exchange, prepared: PreparedRoute, path: PathStrings): Promise<Answer | undefined> => {
    const { requestId, headers, request } = exchange
    const { boundary, action, bodyLimitBytes, request: parts } = prepared.route
    if (boundary === 'server') {
      const authenticated = await postrider.authenticate(bearerOf(headers))()
      if (E.isLeft(authenticated)) return refused(authenticated.left, requestId)
      exchange.caller = authenticated.right
      const granted = action === undefined ? authenticated : requireAction(authenticated.right, action)
      if (E.isLeft(granted)) return refused(granted.left, requestId)
    }
    let body: object | undefined
    if (parts.body !== undefined) {
      const received = await receiveJson(exchange, bodyLimitBytes, budget)
      if (E.isLeft(received))
        return received.left === 'gone' ? undefined : errorAnswer(received.left, requestId)
      body = received.right
    }
    if (exchange.stage === 'ended') return undefined
    exchange.stage = 'begun'
    const queryText = parts.query === undefined ? '' : queryOf(request.url ?? '')
    const { caller } = exchange
    const answered = await prepared.answer({ caller, body, headers, path, queryText, requestId })
    if (E.isRight(answered)) return answered.right
    switch (answered.left._tag) {
      case 'NoSuchPath':
        return errorAnswer('not_found', requestId)
      case 'BrokenFields':
        return errorAnswer('invalid_request', requestId, answered.left.fields)
      default:
        return refused(answered.left, requestId)
    }
  }
