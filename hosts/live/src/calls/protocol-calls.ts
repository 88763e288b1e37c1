import { errorBodyOf, type ErrorBody } from '@postrider/contracts/errors/error-body'
import {
  PROTOCOL_METHODS,
  type ProtocolMethodName,
  type ProtocolParams,
  type ProtocolResult,
} from '@postrider/contracts/live/protocol-methods'
import type { Codec } from '@postrider/core/kernel/codecs/codec'
import { compile } from '@postrider/core/kernel/codecs/compile'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { invalidRequest, refusal, refusalSaying, type Refusal } from '@postrider/core/kernel/refusals/refusal'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { LiveRights } from '@postrider/core/identity/use-cases/callers/live-rights'
import { refused } from '@postrider/web-server/answers/refused'
import type { LiveAudience, LiveSession, SessionHolder } from '../live-audience.js'
import type { LiveLimits } from '../live-limits.js'
import type { ReadCall } from '../protocol/read-frame.js'
import { errorFrame } from '../protocol/write-frame.js'
import type { LiveReadings } from '../subscriptions/live-readings.js'
import type { LiveViewer } from '../subscriptions/viewer.js'
import type { OperationCall } from './answer-call.js'

const decoders = Object.fromEntries(
  Object.entries(PROTOCOL_METHODS).map(([name, { params }]) => [
    name,
    compile<object>(params as unknown as Codec<object>),
  ]),
) as Readonly<Record<ProtocolMethodName, ReturnType<typeof compile<object>>>>

/** The decoded parameters of a protocol method. */
export const decodeProtocolCall = <M extends ProtocolMethodName>(
  method: M,
  { params, repeated }: Pick<ReadCall, 'params' | 'repeated'>,
): E.Either<Refusal, ProtocolParams<M>> => {
  if (repeated.length > 0) return E.left(invalidRequest(repeated))
  const decoded = decoders[method](params, 'body')
  return E.isLeft(decoded) ? E.left(invalidRequest(decoded.left)) : E.right(decoded.right)
}

/** The error frame for invalid parameters of a protocol method. */
export const invalidParamsFrame = (id: string, { fields }: Refusal, requestId: string): string =>
  errorFrame(id, 'invalidParams', errorBodyOf('invalid_request', requestId, fields))

/** Sends the response to the caller of a protocol method. */
type Settle<M extends ProtocolMethodName> = (answer: E.Either<ErrorBody, ProtocolResult<M>>) => void

/** A call of a protocol method by a signed-in user. */
export interface ProtocolCall<M extends ProtocolMethodName> {
  readonly viewer: LiveViewer
  readonly session: LiveSession
  readonly params: ProtocolParams<M>
  readonly origin: OperationCall['origin']
  /** Sends the response, once. */
  readonly settle: Settle<M>
}

interface Needs {
  readonly watching: LiveRights
  readonly readings: LiveReadings
  readonly audience: Pick<LiveAudience, 'redeem'>
  readonly limits: Pick<LiveLimits, 'maxSubscriptions'>
}

type Answer<M extends ProtocolMethodName> = (needs: Needs, call: ProtocolCall<M>) => Promise<void>

const TAKEN = refusalSaying('Conflict', 'This socket already has a subscription of this name.')
const TOO_MANY = refusalSaying('TooManyRequests', 'This socket has too many subscriptions.')

const refuse = <M extends ProtocolMethodName>(
  { settle, origin }: ProtocolCall<M>,
  left: Refusal | Outage,
): void => settle(E.left(refused(left, origin.requestId).body as ErrorBody))

/** The response to a client whose ticket was accepted. */
export const welcomeOf = ({ principal, untilMs }: SessionHolder): ProtocolResult<'session.authenticate'> => ({
  userId: principal.facts.user.userId,
  until: isoTime(untilMs),
})

const authenticateAgain: Answer<'session.authenticate'> = async ({ audience }, call) => {
  const { caller } = call.viewer
  const redeemed = await audience.redeem(call.params.ticket)()
  if (E.isLeft(redeemed)) return refuse(call, redeemed.left)
  const { key, principal } = redeemed.right
  if (key !== caller.key) return refuse(call, refusal('Unauthenticated'))
  caller.become(principal)
  call.settle(E.right(welcomeOf(redeemed.right)))
}

const confirm: Answer<'session.confirm'> = async (_needs, call) => {
  const { viewer, session, params, origin } = call
  if (session.confirm === undefined) return refuse(call, refusal('NotFound'))
  const confirmed = await session.confirm(params.code, origin)()
  if (E.isLeft(confirmed)) return refuse(call, confirmed.left)
  viewer.caller.become(confirmed.right.principal)
  call.settle(E.right({ confirmedAt: isoTime(confirmed.right.confirmedAtMs) }))
}

const end: Answer<'session.end'> = async (_needs, call) => {
  const ended = await call.session.end(call.origin)()
  if (E.isLeft(ended)) return refuse(call, ended.left)
  call.settle(E.right({}))
  call.viewer.caller.end()
}

/** The readings that may be subscribed to; if the remembered rights deny one, the current rights are read. */
const liveReading = async (watching: LiveRights, { viewer, params }: ProtocolCall<'live.subscribe'>) => {
  const { operation, request = {} } = params
  const { caller } = viewer
  const known = watching.liveReading(caller.principal(), operation, request)
  if (E.isRight(known)) return known
  const epoch = await watching.epoch()()
  if (E.isLeft(epoch) || !(await caller.ensure(epoch.right))) return known
  return watching.liveReading(caller.principal(), operation, request)
}

const subscribe: Answer<'live.subscribe'> = async ({ watching, readings, limits }, call) => {
  const { viewer, params, origin, settle: answer } = call
  const live = await liveReading(watching, call)
  if (E.isLeft(live)) return refuse(call, live.left)
  if (readings.has(viewer, params.subscription)) return refuse(call, TAKEN)
  if (readings.countOf(viewer) >= limits.maxSubscriptions) return refuse(call, TOO_MANY)
  readings.subscribe({ viewer, params, live: live.right, requestId: origin.requestId, answer })
}

const unsubscribe: Answer<'live.unsubscribe'> = async ({ readings }, { viewer, params, settle }) => {
  readings.unsubscribe(viewer, params.subscription)
  settle(E.right({}))
}

/** The methods that are handled here: `live.read` is a call of the operation that it names. */
type AnsweredMethodName = Exclude<ProtocolMethodName, 'live.read'>

const ANSWERS: { readonly [M in AnsweredMethodName]: Answer<M> } = {
  'session.authenticate': authenticateAgain,
  'session.confirm': confirm,
  'session.end': end,
  'live.subscribe': subscribe,
  'live.unsubscribe': unsubscribe,
}

/** Handles the protocol methods for a signed-in user. */
export const protocolAnswerer =
  (needs: Needs) =>
  <M extends AnsweredMethodName>(method: M, call: ProtocolCall<M>): Promise<void> =>
    ANSWERS[method](needs, call)
