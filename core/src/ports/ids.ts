import type { Id, IdPrefix } from '../domain/ids/id.js'

/**
 * Makes identifiers: time-ordered, unguessable (80 random bits), never the same twice (docs/contract#identifiers).
 */
export interface Ids {
  /** A new identifier of that kind. */
  next<P extends IdPrefix>(prefix: P): Id<P>
}
