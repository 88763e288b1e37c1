import type { Route } from '@postrider/contracts/routes/route'
import type { Answer } from '../answers/answer.js'
import type { Boundary } from './boundary.js'
import type { Exchange } from './exchange.js'

/** The parameters of a path, by name. */
export type PathStrings = Readonly<Record<string, string>>

/** What answers at an address. */
export interface Endpoint {
  /** GET includes HEAD, which returns the same without the body. */
  readonly methods: ReadonlyArray<Route['method'] | 'HEAD' | 'OPTIONS'>
  /** Set if GET changes something here: HEAD isn't included then. */
  readonly getActs?: true
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string
  /** Under what it is logged and counted: its path, or `unknown`. */
  readonly route: string
  /** Where its callers have to be let in; undefined where anybody may ask. */
  readonly boundary: Boundary | undefined
  /** Whether other methods are told which there are (405); else there is nothing for them. */
  readonly tellsMethods: boolean
  /** Whether it is answered by a host that is full or closes, too. */
  readonly isAlwaysOpen: boolean
  /** Undefined where the client went away before all of its request was there. */
  answer(exchange: Exchange, parameters: PathStrings): Promise<Answer | undefined> | Answer
}
