import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { FieldProblem, Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Route } from '@postrider/contracts/routes/route'
import { type Answer, errorAnswer, type JsonAnswer, withHeaders } from '@postrider/web-server/answers/answer'
import { refused } from '@postrider/web-server/answers/refused'
import type { PathStrings } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { admit } from './admit.js'
import {
  type IncomingBytes,
  incomingBytes,
  isBrokenOff,
} from '@postrider/web-server/receiving/incoming-bytes'
import { queryStringOf } from '@postrider/web-server/receiving/parse-query'
import type { PreparedRoute, Undecoded } from './prepare-route.js'
import type { CallCount } from '@postrider/web-server/exchange/rate-limit'
import type { BodyNeeds } from '@postrider/web-server/receiving/read-body'
import { receiveJson } from '@postrider/web-server/receiving/receive-json'

interface Needs extends BodyNeeds {
  readonly postrider: Pick<Postrider, 'takeAllowance'>
}

/** The parts of a request besides its head that its route reads. */
interface Received {
  readonly body: object | undefined
  readonly repeated: readonly FieldProblem[]
  readonly bytes: IncomingBytes | undefined
}

const NO_BODY: Received = { body: undefined, repeated: [], bytes: undefined }

const refusedCall = (left: Undecoded | Refusal | Outage, requestId: string): Answer => {
  switch (left._tag) {
    case 'NoSuchPath':
      return errorAnswer('not_found', requestId, [], { message: left.message })
    case 'BrokenFields':
      return errorAnswer('invalid_request', requestId, left.fields)
    default:
      return refused(left, requestId)
  }
}

/**
 * Receives the body that the route reads. Left: the response to send instead; `gone`: the client
 * disconnected.
 */
const receive = async (
  needs: Needs,
  exchange: Exchange,
  { bodyLimitBytes, request: parts, bytes: bytesTypes }: Route,
  countAs: CallCount,
): Promise<E.Either<JsonAnswer | 'gone', Received>> => {
  const { requestId } = exchange
  if (bytesTypes !== undefined) {
    const bytes = incomingBytes(exchange)
    if ((bytes.lengthBytes ?? 0) > bodyLimitBytes) return E.left(errorAnswer('payload_too_large', requestId))
    return E.right({ ...NO_BODY, bytes })
  }
  if (parts.body === undefined) return E.right(NO_BODY)
  const received = await receiveJson(exchange, { limitBytes: bodyLimitBytes, countAs }, needs)
  if (E.isLeft(received)) return received
  const { value: body, repeated } = received.right
  return E.right({ body, repeated, bytes: undefined })
}

/** Handles an admitted caller's request: content type and JSON, headers and shape; the core does the rest. */
const answerAdmitted = async (
  needs: Needs,
  exchange: Exchange,
  prepared: PreparedRoute,
  path: PathStrings,
  countAs: CallCount,
): Promise<Answer | undefined> => {
  const { requestId, request } = exchange
  const { route, notice } = prepared
  const received = await receive(needs, exchange, route, countAs)
  if (E.isLeft(received)) return received.left === 'gone' ? undefined : received.left
  const { body, repeated, bytes } = received.right
  if (exchange.stage === 'ended') return undefined
  // A body of bytes is still arriving while the use case works on it.
  if (bytes === undefined) exchange.stage = 'begun'
  const queryText = route.request.query === undefined ? '' : queryStringOf(request.url ?? '')
  const answered = await prepared.answer({ exchange, body, repeated, bytes, path, queryText, countAs })
  if (bytes !== undefined && isBrokenOff(exchange)) return undefined
  const answer = E.isRight(answered) ? answered.right : refusedCall(answered.left, requestId)
  const more = body === undefined ? undefined : notice?.(body)
  return more === undefined ? answer : withHeaders(answer, more)
}

/**
 * Handles a call in the order of docs/api/sending#order-of-checks: authentication, the caller's rate limit,
 * action, content type and JSON, headers and shape; the core does the rest. Undefined if the client
 * disconnected before its body had arrived.
 */
export const answerCall =
  (needs: Needs) =>
  async (exchange: Exchange, prepared: PreparedRoute, path: PathStrings): Promise<Answer | undefined> => {
    const admitted = await admit(needs.postrider, exchange, prepared.route)
    return E.isLeft(admitted)
      ? refused(admitted.left, exchange.requestId)
      : await answerAdmitted(needs, exchange, prepared, path, admitted.right)
  }
