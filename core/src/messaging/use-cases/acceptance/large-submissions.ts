import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import { createBatcher, type Batcher } from '../../../kernel/batching/batcher.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'

/** A submission is large if the variables of all its messages have more characters than this. */
const LARGE_CHARACTERS = 64 * 1024

/** The pause after a large submission while others send, as a multiple of the time that it took, and its upper limit. */
const RESTS = 9
const LONGEST_REST_MS = 3 * SECOND_MS

/** Others send if a small submission arrived within this time. */
const RECENT_MS = SECOND_MS

type Items = readonly Pick<PendingItem, 'request'>[]

/** Whether it takes a transaction long to write the items. */
const isLarge = (items: Items): boolean => {
  let characters = 0
  for (const { request } of items)
    for (const name in request.variables) characters += request.variables[name]?.length ?? 0
  return characters > LARGE_CHARACTERS
}

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
}

interface LargeLimits<I> {
  readonly maxWaiting: number
  readonly weightOf: (queued: I) => number
}

/**
 * A lane for large submissions: each gets its own transaction, one at a time. A large submission uses
 * database and processor time that other callers need. While others send, the pause between two large ones is
 * nine times their duration, at most three seconds (docs/promises#oversized-bodies).
 */
export const largeSubmissions = <I, O>(
  { timers, clock }: Needs,
  { maxWaiting, weightOf }: LargeLimits<I>,
  run: (queued: readonly I[]) => Promise<readonly O[]>,
): { laneFor(items: Items, others: Batcher<I, O>): Batcher<I, O> } => {
  let otherAtMs: EpochMs = -RECENT_MS
  let restUntilMs: EpochMs = 0

  const rest = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    if (nowMs - otherAtMs > RECENT_MS || nowMs >= restUntilMs) return
    await new Promise<void>((resolve) => timers.after(restUntilMs - nowMs, resolve))
  }

  const lane = createBatcher<I, O>({
    maxWaiting,
    weightOf,
    timers,
    lanes: 1,
    maxBatch: 1,
    run: async (queued) => {
      await rest()
      const startedAtMs = clock.nowMs()
      try {
        return await run(queued)
      } finally {
        const nowMs = clock.nowMs()
        restUntilMs = nowMs + Math.min(LONGEST_REST_MS, RESTS * (nowMs - startedAtMs))
      }
    },
  })

  return {
    laneFor: (items, others) => {
      if (isLarge(items)) return lane
      otherAtMs = clock.nowMs()
      return others
    },
  }
}
