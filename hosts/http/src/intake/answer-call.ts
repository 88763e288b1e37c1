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
import type { PreparedRoute, Undecoded } from './prepare-route.js'
import { type CountMore, countTowards } from './rate-limit.js'
import { receiveJson } from './receive-json.js'

interface Needs {
  readonly postrider: Pick<ServedUseCases, 'authenticate' | 'takeAllowance'>
  readonly budget: BodyBudget
}

/** The parameters of a path, by name. */
export type PathStrings = Readonly<Record<string, string>>

const NOTHING_COUNTS: CountMore = async () => E.right(undefined)

/** Who asks, and how to count what he asks for. */
interface Admitted {
  readonly refusal: Refusal | Outage | undefined
  readonly countMore: CountMore
}

const ANYBODY: Admitted = { refusal: undefined, countMore: NOTHING_COUNTS }

const refuse = (refusal: Refusal | Outage): Admitted => ({ refusal, countMore: NOTHING_COUNTS })

/** Looks at the caller: who he is, whether he comes too often, and whether he may do this at all. */
const admit = async (
  { postrider }: Needs,
  exchange: Exchange,
  { boundary, action, rate }: Route,
): Promise<Admitted> => {
  if (boundary !== 'server') return ANYBODY
  const authenticated = await postrider.authenticate(bearerOf(exchange.headers))()
  if (E.isLeft(authenticated)) return refuse(authenticated.left)
  const caller: Caller = authenticated.right
  exchange.caller = caller
  const countMore = rate === undefined ? NOTHING_COUNTS : countTowards(postrider, exchange, rate, caller)
  const counted = await countMore(1)
  if (E.isLeft(counted)) return refuse(counted.left)
  const granted = action === undefined ? authenticated : requireAction(caller, action)
  return E.isLeft(granted) ? refuse(granted.left) : { refusal: undefined, countMore }
}

const refusedCall = (left: Undecoded | Refusal | Outage, requestId: string): Answer => {
  switch (left._tag) {
    case 'NoSuchPath':
      return errorAnswer('not_found', requestId)
    case 'BrokenFields':
      return errorAnswer('invalid_request', requestId, left.fields)
    default:
      return refused(left, requestId)
  }
}

/** The admitted caller's request: content type and JSON, headers and shape; the rest is the core's. */
const answerAdmitted = async (
  { budget }: Needs,
  exchange: Exchange,
  prepared: PreparedRoute,
  path: PathStrings,
  countMore: CountMore,
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
  const answered = await prepared.answer({ caller, body, headers, path, queryText, requestId, countMore })
  const answer = E.isRight(answered) ? answered.right : refusedCall(answered.left, requestId)
  const notice = body === undefined ? undefined : prepared.notice?.(body)
  return notice === undefined ? answer : withHeaders(answer, notice)
}

/**
 * Answers a call in the order of checks of decisions 2: authenticate, the caller's rate limit, action, content type and
 * JSON, headers and shape; the rest is the core's. Undefined when the client went away before its body was there.
 */
export const answerCall =
  (needs: Needs) =>
  async (exchange: Exchange, prepared: PreparedRoute, path: PathStrings): Promise<Answer | undefined> => {
    const { refusal, countMore } = await admit(needs, exchange, prepared.route)
    if (refusal !== undefined) return refused(refusal, exchange.requestId)
    return answerAdmitted(needs, exchange, prepared, path, countMore)
  }
