import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import type { Caller } from '@postrider/core/identity/use-cases/callers/caller'
import type { RateStatus } from '@postrider/core/limits/use-cases/allowance'
import type { IncomingRequest, Boundary } from './boundary.js'

/**
 * The progress of an exchange. It is `arriving` until its caller and its body are known, `begun` from when a
 * use case works on it, and `ended` once its response is sent or its client is gone. If it ended while
 * arriving, no use case starts.
 */
export type ExchangeStage = 'arriving' | 'begun' | 'ended'

/** The exchanges that wait for something to happen. They aren't counted among the requests in progress. */
export interface ExchangeWaits {
  /** From now on the exchange waits. */
  begin(exchange: Pick<Exchange, 'isWaiting' | 'stage'>): void
  /** The exchange waits no longer. */
  end(exchange: Pick<Exchange, 'isWaiting'>): void
}

/** A request in progress. */
export interface Exchange extends IncomingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Identifies everything that results from it: its id, and the caller's own trace. */
  readonly trace: TraceContext
  /** The path template of the route table, or `unknown`. */
  readonly route: string
  /** The boundary that its caller has to pass; undefined if the endpoint is public. */
  readonly boundary: Boundary | undefined
  /** On the clock of `performance.now()`. */
  readonly beganAtMs: number
  /** The caller that its boundary admitted, once known. */
  caller: Caller | undefined
  /** The caller's status under the rate limit of the route, once known; every response has it as headers. */
  rateStatus: RateStatus | undefined
  stage: ExchangeStage
  /** Whether it waits for something to happen; only `waits` changes it. */
  isWaiting: boolean
  /** Knows which exchanges of the listener wait for something to happen. */
  readonly waits: ExchangeWaits
  /** Bytes of the body that count against the process's budget. */
  heldBytes: number
  /** Ends the turn of its large body among those of its credential; undefined if it has none. */
  endTurn: (() => void) | undefined
  /** Its index among the exchanges in progress. */
  place: number
}
