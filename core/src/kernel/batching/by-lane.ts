import type { Lane } from '../messages/lane.js'

/** A value for every lane. */
type ByLane<A> = Readonly<Record<Lane, A>>

/** Makes one for every lane, so that no lane waits for another. */
export const byLane = <A>(make: (lane: Lane) => A): ByLane<A> => ({
  otp: make('otp'),
  transactional: make('transactional'),
  promotional: make('promotional'),
})
