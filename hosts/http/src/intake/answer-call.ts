import type { RatePolicy } from '@postrider/core/domain/limits/rate-policy'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { FieldProblem, Refusal } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import { requireAction } from '@postrider/core/use-cases/credentials/read-as'
import type { Route } from '@postrider/contracts/routes/route'
import { type Answer, errorAnswer, withHeaders } from '../answers/answer.js'
import { refused } from '../answers/refused.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ServedUseCases } from '../handlers/handlers.js'
import { bearerOf } from './bearer.js'
import { type IncomingBytes, incomingBytes, isBrokenOff } from '../receiving/incoming-bytes.js'
import { queryOf } from '../receiving/parse-query.js'
import type { PreparedRoute, Undecoded } from './prepare-route.js'
import { type CountMore, countTowards, subjectOf } from '../exchange/rate-limit.js'
import type { BodyNeeds } from '../receiving/read-body.js'
import { type NoJson, receiveJson } from '../receiving/receive-json.js'

interface Needs extends BodyNeeds {
  readonly postrider: Pick<
    ServedUseCases,
    'authenticate' | 'authenticatePerson' | 'authenticateAgent' | 'takeAllowance'
  >
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

/** Counts a call towards the limit of its route: whether its caller comes too often. */
const admitCounted = async (
  { postrider }: Needs,
  exchange: Exchange,
  rate: Route['rate'],
  subject: (policy: RatePolicy) => string,
): Promise<Admitted> => {
  if (rate === undefined) return ANYBODY
  const countMore = countTowards(postrider, exchange, rate, subject(rate))
  const counted = await countMore(1)
  return E.isLeft(counted) ? refuse(counted.left) : { refusal: undefined, countMore }
}

/** Looks at a server's credential: whose it is, whether it comes too often, and whether it may do this at all. */
const admitServer = async (needs: Needs, exchange: Exchange, { action, rate }: Route): Promise<Admitted> => {
  const { postrider } = needs
  const authenticated = await postrider.authenticate(bearerOf(exchange.headers), exchange.clientAddress)()
  if (E.isLeft(authenticated)) return refuse(authenticated.left)
  const caller: Caller = authenticated.right
  exchange.caller = caller
  const admitted = await admitCounted(needs, exchange, rate, (policy) => subjectOf(policy, caller))
  if (admitted.refusal !== undefined || action === undefined) return admitted
  const granted = requireAction(caller, action)
  return E.isLeft(granted) ? refuse(granted.left) : admitted
}

/** Looks at a person's access token: whose it is, and whether he comes too often. What he may do is the runner's. */
const admitPerson = async (needs: Needs, exchange: Exchange, { rate }: Route): Promise<Admitted> => {
  const authenticated = await needs.postrider.authenticatePerson(bearerOf(exchange.headers))()
  if (E.isLeft(authenticated)) return refuse(authenticated.left)
  exchange.person = authenticated.right
  return admitCounted(needs, exchange, rate, () => authenticated.right.facts.user.userId)
}

/** Looks at an Agent's key: whose it is, and whether it comes too often. What it may do is the runner's. */
const admitAgent = async (needs: Needs, exchange: Exchange, { rate }: Route): Promise<Admitted> => {
  const { headers, requestId, clientAddress } = exchange
  const authenticated = await needs.postrider.authenticateAgent(bearerOf(headers), {
    requestId,
    clientAddress,
  })()
  if (E.isLeft(authenticated)) return refuse(authenticated.left)
  exchange.agent = authenticated.right
  return admitCounted(needs, exchange, rate, () => authenticated.right.facts.key.agentKeyId)
}

/** Lets a request in by the credential of its boundary (docs/contract#boundaries). */
const admit = (needs: Needs, exchange: Exchange, route: Route): Promise<Admitted> | Admitted => {
  switch (route.boundary) {
    case 'none':
      return ANYBODY
    case 'server':
      return admitServer(needs, exchange, route)
    case 'user':
      return admitPerson(needs, exchange, route)
    case 'agent':
      return admitAgent(needs, exchange, route)
  }
}

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

const unreadable = ({ code, message }: NoJson, requestId: string): Answer =>
  errorAnswer(code, requestId, [], { message })

/** The admitted caller's request: content type and JSON, headers and shape; the rest is the core's. */
const answerAdmitted = async (
  needs: Needs,
  exchange: Exchange,
  prepared: PreparedRoute,
  path: PathStrings,
  countMore: CountMore,
): Promise<Answer | undefined> => {
  const { requestId, trace, headers, request } = exchange
  const { bodyLimitBytes, request: parts, bytes: bytesTypes } = prepared.route
  let body: object | undefined
  let repeated: readonly FieldProblem[] = []
  let bytes: IncomingBytes | undefined
  if (bytesTypes !== undefined) {
    bytes = incomingBytes(exchange)
    if ((bytes.lengthBytes ?? 0) > bodyLimitBytes) return errorAnswer('payload_too_large', requestId)
  } else if (parts.body !== undefined) {
    const received = await receiveJson(exchange, bodyLimitBytes, needs)
    if (E.isLeft(received)) return received.left === 'gone' ? undefined : unreadable(received.left, requestId)
    body = received.right.value
    repeated = received.right.repeated
  }
  if (exchange.stage === 'ended') return undefined
  // What comes as bytes is still arriving while it is worked on.
  if (bytes === undefined) exchange.stage = 'begun'
  const queryText = parts.query === undefined ? '' : queryOf(request.url ?? '')
  const { caller, person, agent, clientAddress } = exchange
  const asked = {
    caller,
    person,
    agent,
    body,
    repeated,
    bytes,
    headers,
    path,
    queryText,
    requestId,
    trace,
    clientAddress,
    countMore,
  }
  const answered = await prepared.answer(asked)
  if (bytes !== undefined && isBrokenOff(exchange)) return undefined
  const answer = E.isRight(answered) ? answered.right : refusedCall(answered.left, requestId)
  const notice = body === undefined ? undefined : prepared.notice?.(body)
  return notice === undefined ? answer : withHeaders(answer, notice)
}

/**
 * Answers a call in the order of docs/contract#order-of-checks: authenticate, the caller's rate limit,
 * action, content type and JSON, headers and shape; the rest is the core's. Undefined when the client went away
 * before its body was there.
 */
export const answerCall =
  (needs: Needs) =>
  async (exchange: Exchange, prepared: PreparedRoute, path: PathStrings): Promise<Answer | undefined> => {
    const { refusal, countMore } = await admit(needs, exchange, prepared.route)
    return refusal === undefined
      ? answerAdmitted(needs, exchange, prepared, path, countMore)
      : refused(refusal, exchange.requestId)
  }
