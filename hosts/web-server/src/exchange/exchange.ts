import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import type { Caller } from '@postrider/core/identity/use-cases/callers/caller'
import type { RateStatus } from '@postrider/core/limits/use-cases/allowance'
import type { IncomingRequest, Boundary } from './boundary.js'

/**
 * How far it is: `arriving` until its caller and its body are there, `begun` from when a use case works on it, `ended`
 * once it is answered or nobody is there to answer. What ended while it was arriving never begins.
 */
export type ExchangeStage = 'arriving' | 'begun' | 'ended'

/** A request on its way to its answer. */
export interface Exchange extends IncomingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** By what all that comes of it is found: its id, and the caller's own trace. */
  readonly trace: TraceContext
  /** The path template of the route table, or `unknown`. */
  readonly route: string
  /** Where its caller has to be let in; undefined where anybody may ask. */
  readonly boundary: Boundary | undefined
  /** On the clock of `performance.now()`. */
  readonly beganAtMs: number
  /** Who calls, once that is known: whom its boundary let in. */
  caller: Caller | undefined
  /** The caller's status under the limit of the route, once that is known; the answer says it, whatever it is. */
  rateStatus: RateStatus | undefined
  stage: ExchangeStage
  /** Bytes of the body that count against the process's budget. */
  heldBytes: number
  /** Ends the turn of its large body among those of its credential; undefined if it has none. */
  endTurn: (() => void) | undefined
  /** Where it stands among those under way. */
  place: number
}
