import type { Route } from '@postrider/contracts/routes/route'
import type { Answer } from '../answers/answer.js'
import type { Boundary } from './boundary.js'
import type { Exchange } from './exchange.js'

/** The parameters of a path, by name. */
export type PathStrings = Readonly<Record<string, string>>

/** The handler at an address. */
export interface Endpoint {
  /** GET includes HEAD, which returns the same without the body. */
  readonly methods: ReadonlyArray<Route['method'] | 'HEAD' | 'OPTIONS'>
  /** Set if GET changes something here: HEAD isn't included then. */
  readonly getActs?: true
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string
  /** The name in logs and metrics: its path, or `unknown`. */
  readonly route: string
  /** The boundary that callers have to pass; undefined if the endpoint is public. */
  readonly boundary: Boundary | undefined
  /** Whether other methods get a 405 with the list of methods, instead of a 404. */
  readonly tellsMethods: boolean
  /** Whether it also responds if the host is at its limits or shutting down. */
  readonly isAlwaysOpen: boolean
  /** Undefined if the client disconnected before its whole request arrived. */
  answer(exchange: Exchange, parameters: PathStrings): Promise<Answer | undefined> | Answer
}
