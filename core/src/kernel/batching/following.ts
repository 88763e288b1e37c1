import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'

/**
 * How long a request is prepared again while its catalog facts change: less than clients wait for a response.
 */
const FOLLOWED_FOR_MS = 8 * SECOND_MS

/** The most rounds of one request, so that a stopped clock can't make it loop forever. */
const MOST_ROUNDS = 1_000

/**
 * Returns whether a request that met a newer catalog may be prepared again: true for eight seconds after its
 * first round. Call it once for each round.
 */
export const followingFor = ({ nowMs }: Pick<Clock, 'nowMs'>): (() => boolean) => {
  const untilMs: EpochMs = nowMs() + FOLLOWED_FOR_MS
  let rounds = 1
  return () => {
    rounds += 1
    return rounds <= MOST_ROUNDS && nowMs() < untilMs
  }
}
