import type { Id, IdPrefix } from '../ids/id.js'

/**
 * Creates identifiers: time-ordered, unguessable (80 random bits), and unique
 * (docs/api/conventions#identifiers).
 * @example
 * ```ts
 * import type { Id } from '@postrider/core/kernel/ids/id'
 * import { createSystemClock } from '@postrider/node/system/system-clock'
 * import { createIds } from '@postrider/node/system/system-ids'
 *
 * const messageId: Id<'msg'> = createIds(createSystemClock()).next('msg')
 * ```
 */
export interface Ids {
  /** A new identifier of that kind. */
  next<P extends IdPrefix>(prefix: P): Id<P>
}
