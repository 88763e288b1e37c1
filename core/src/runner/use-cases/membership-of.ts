import type { Membership } from '../../identity/domain/access/authorize-member.js'
import type { AuthorizedCall } from './implementation.js'

/** The caller's membership in the requested Organization; for operations that have one. */
export const membershipOf = ({ membership }: AuthorizedCall<unknown>): Membership => {
  if (membership === undefined) throw new Error('the operation concerns no Organization')
  return membership
}
