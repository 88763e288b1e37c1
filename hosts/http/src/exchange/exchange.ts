import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderStrings } from '@postrider/core/domain/codecs/compile-headers'
import type { TraceContext } from '@postrider/core/domain/tracing/trace-context'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import type { Agent, Person } from '@postrider/core/use-cases/callers/principal'
import type { RateStanding } from '@postrider/core/use-cases/limits/allowance'

/**
 * How far it is: `arriving` until its caller and its body are there, `begun` from when a use case works on it, `ended`
 * once it is answered or nobody is there to answer. What ended while it was arriving never begins.
 */
export type Stage = 'arriving' | 'begun' | 'ended'

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** By what all that comes of it is found: its id, and the caller's own trace. */
  readonly trace: TraceContext
  readonly headers: HeaderStrings
  /** Where it comes from, as the port IpAddresses normalises it; empty where that cannot be told any more. */
  readonly clientAddress: string
  /** The path template of the route table, or `unknown`. */
  readonly route: string
  /** Whether an Agent asks, who reads errors in a form of his own, whoever says them. */
  readonly isForAgents: boolean
  /** On the clock of `performance.now()`. */
  readonly beganAtMs: number
  /** Who asks, once that is known. */
  caller: Caller | undefined
  /** The same of a signed-in person. */
  person: Person | undefined
  /** The same of an Agent. */
  agent: Agent | undefined
  /** How he stands with the limit of the route, once that is known; his answer says it, whatever it is. */
  standing: RateStanding | undefined
  stage: Stage
  /** Bytes of the body that count against the process's budget. */
  heldBytes: number
}
