import type { Field } from '@postrider/core/kernel/codecs/codec'
import type { Route } from '@postrider/contracts/routes/route'
import type { ROUTES } from '@postrider/contracts/routes/route-table'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { FieldProblem, Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import type { E } from '@postrider/core/fp'
import type { CredentialAction } from '@postrider/core/tenancy/domain/credential'
import type { WhileWaiting } from '@postrider/core/events/use-cases/list-events'
import type { Granted } from '@postrider/core/identity/use-cases/credentials/read-as'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { BoundaryCallers } from '@postrider/web-server/exchange/boundary'
import type { IncomingBytes } from '@postrider/web-server/receiving/incoming-bytes'
import type { CallCount } from '@postrider/web-server/exchange/rate-limit'

export type OperationId = keyof typeof ROUTES

type Request<K extends OperationId> = (typeof ROUTES)[K]['request']

type Part<R, P extends string> = R extends { readonly [name in P]: infer C extends Field }
  ? C['_A']
  : undefined

/** The callers that the boundary of a route admits: a server has the action that the route names. */
type CallerOf<R extends Route> = R extends {
  readonly boundary: 'server'
  readonly action: infer A extends CredentialAction
}
  ? Granted<A>
  : BoundaryCallers[R['boundary']]

/** A request as its handler gets it: every part decoded by the codec that the route table declares for it. */
export interface Call<K extends OperationId> {
  /** The caller that the boundary of the route admitted. */
  readonly caller: CallerOf<(typeof ROUTES)[K]>
  readonly body: Part<Request<K>, 'body'>
  /**
   * Names that occur more than once in one object of the body; they are refused together with the other
   * problems.
   */
  readonly repeated: readonly FieldProblem[]
  /** A body that isn't JSON, unread. */
  readonly bytes: (typeof ROUTES)[K] extends { readonly bytes: readonly string[] } ? IncomingBytes : undefined
  readonly headers: Part<Request<K>, 'headers'>
  readonly path: Part<Request<K>, 'path'>
  readonly query: Part<Request<K>, 'query'>
  readonly requestId: string
  /** The trace for everything that results from the call. */
  readonly trace: TraceContext
  /** The client's address, as the port IpAddresses normalizes it. */
  readonly clientAddress: string
  /** Every call counts as one towards the limit of its route, or more if its body is large; a handler may count it as more. */
  readonly countAs: CallCount
  /** Runs a wait of the call. Meanwhile the call isn't one of those that the process works on. */
  readonly whileWaiting: WhileWaiting
}

/**
 * Handles the calls of one route. Refusals and outages are returned to the one place that knows their codes.
 */
export type Handler<K extends OperationId> = (call: Call<K>) => Promise<E.Either<Refusal | Outage, Answer>>
