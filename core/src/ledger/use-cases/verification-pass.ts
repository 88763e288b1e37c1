import { EMPTY_TALLY, type ReplayedFigures } from '../domain/replay.js'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import type { Checkpoint } from '../ports/ledger-storage.js'

/** A day: what was altered is found soon enough to ask who did it, and an idle ledger is read through no more often. */
const WALK_REST_MS = DAY_MS

/** Ten minutes: a repair shows while its author still watches, and a long ledger in drift costs little meanwhile. */
const DRIFT_REST_MS = 10 * MINUTE_MS

/**
 * Where an account's walk goes on, or begins: some time after the last one came to its end, sooner while the account
 * drifts. Undefined: it rests.
 */
export const verifyFrom = (
  { walk, walkedAtMs, status }: Checkpoint,
  nowMs: EpochMs,
): ReplayedFigures | undefined => {
  if (walk !== undefined) return walk
  if (walkedAtMs === undefined) return EMPTY_TALLY
  const restMs = status === 'drift' ? DRIFT_REST_MS : WALK_REST_MS
  return nowMs < walkedAtMs + restMs ? undefined : EMPTY_TALLY
}
