import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'

/** How long a request follows changes of what it depends on: shorter than clients wait for an answer. */
const FOLLOWED_FOR_MS = 8 * SECOND_MS

/** Rounds of one request; a clock that stands still must not let it go on for ever. */
const MOST_ROUNDS = 1_000

/**
 * Whether a request that met a newer catalog may be prepared again: for eight seconds after its first round. Asked once for
 * each round.
 */
export const followingFor = ({ nowMs }: Pick<Clock, 'nowMs'>): (() => boolean) => {
  const untilMs: EpochMs = nowMs() + FOLLOWED_FOR_MS
  let rounds = 1
  return () => {
    rounds += 1
    return rounds <= MOST_ROUNDS && nowMs() < untilMs
  }
}
