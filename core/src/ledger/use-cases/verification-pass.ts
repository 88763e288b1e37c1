import { EMPTY_TALLY, type ReplayedFigures } from '../domain/replay.js'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import type { Checkpoint } from '../ports/ledger-storage.js'

/**
 * The pause between two walks: a day, so that an alteration is found while its cause can still be
 * investigated, and idle ledgers aren't read more often.
 */
const WALK_REST_MS = DAY_MS

/**
 * The pause while an account drifts: ten minutes, so that a repair shows quickly, and a long ledger in drift
 * costs little.
 */
const DRIFT_REST_MS = 10 * MINUTE_MS

/**
 * The position at which an account's walk continues or starts. A walk starts some time after the last one
 * ended, sooner while the account drifts. Undefined: no walk is due.
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
