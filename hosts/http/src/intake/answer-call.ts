import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import { requireAction } from '@postrider/core/use-cases/credentials/read-as'
import type { Route } from '@postrider/contracts/routes/route'
import { type Answer, errorAnswer, withHeaders } from '../answers/answer.js'
import { refused } from '../answers/refused.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ServedUseCases } from '../handlers/handlers.js'
import { bearerOf } from './bearer.js'
import type { BodyBudget } from './body-budget.js'
import { queryOf } from './parse-query.js'
import type { PreparedRoute } from './prepare-route.js'
import { rateHeaders, takeAllowance } from './rate-limit.js'
import { receiveJson } from './receive-json.js'

interface Needs {
  readonly postrider: Pick<ServedUseCases, 'authenticate' | 'takeAllowance'>
  readonly budget: BodyBudget
}

/** The parameters of a path, by name. */
export type PathStrings = Readonly<Record<string, string>>

/** Who may go on to his request, and what every answer to him says. */
interface Admitted {
  readonly refusal: Refusal | Outage | undefined
  readonly headers: readonly string[]
}

const NOBODY: Admitted = { refusal: undefined, headers: [] }

/** Looks at the caller: who he is, whether he comes too often, and whether he may do this at all. */
const admit = async (
  { postrider }: Needs,
  exchange: Exchange,
  { boundary, action, rate }: Route,
): Promise<Admitted> => {
  if (boundary !== 'server') return NOBODY
  const authenticated = await postrider.authenticate(bearerOf(exchange.headers))()
  if (E.isLeft(authenticated)) return { refusal: authenticated.left, headers: [] }
  const caller: Caller = authenticated.right
  exchange.caller = caller
  const allowed = rate === undefined ? undefined : await takeAllowance(postrider, rate, caller, 1)
  if (allowed !== undefined && E.isLeft(allowed)) return { refusal: allowed.left, headers: [] }
  const headers = allowed === undefined ? [] : rateHeaders(allowed.right.standing)
  const granted = action === undefined ? authenticated : requireAction(caller, action)
  const refusal = allowed?.right.refusal ?? (E.isLeft(granted) ? granted.left : undefined)
  return { refusal, headers }
}

/** The admitted caller's request: content type and JSON, headers and shape; the rest is the core's. */
const answerAdmitted = async (
  { budget }: Needs,
  exchange: Exchange,
  prepared: PreparedRoute,
  path: PathStrings,
): Promise<Answer | undefined> => {
  const { requestId, headers, request } = exchange
  const { bodyLimitBytes, request: parts } = prepared.route
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

/**
 * Answers a call in the order of checks of decisions 2: authenticate, the caller's rate limit, action, content type and
 * JSON, headers and shape; the rest is the core's. Undefined when the client went away before its body was there.
 */
export const answerCall =
  (needs: Needs) =>
  async (exchange: Exchange, prepared: PreparedRoute, path: PathStrings): Promise<Answer | undefined> => {
    const { refusal, headers } = await admit(needs, exchange, prepared.route)
    const answer =
      refusal === undefined
        ? await answerAdmitted(needs, exchange, prepared, path)
        : refused(refusal, exchange.requestId)
    return answer === undefined || headers.length === 0 ? answer : withHeaders(answer, headers)
  }
