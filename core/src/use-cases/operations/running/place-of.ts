import type { Place } from '../../../domain/operations/running/authorise.js'
import type { CallWith } from './implementation.js'

/** What the caller is in the Organization that the request names; for operations that have one. */
export const placeOf = ({ place }: CallWith<unknown>): Place => {
  if (place === undefined) throw new Error('the operation concerns no Organization')
  return place
}
