import type { Account } from '../domain/account.js'
import { EMPTY_TALLY } from '../domain/replay.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import type { RecomputedAccount } from './recompute-account.js'

/**
 * The checkpoint of an account before the first reading. The first reading starts at the first event, so no
 * walk is due.
 */
export const untouched = (
  { organizationId, environment, currency }: Account,
  nowMs: EpochMs,
): Checkpoint => ({
  organizationId,
  environment,
  currency,
  ...EMPTY_TALLY,
  status: 'pending',
  checkedAtMs: nowMs,
  finding: undefined,
  walk: undefined,
  walkedAtMs: nowMs,
})

/** A problem ends every reading. The next reading starts at the first event, after a pause. */
export const drifting = (
  before: Checkpoint,
  { tally, finding }: Pick<RecomputedAccount, 'tally' | 'finding'>,
  nowMs: EpochMs,
): Checkpoint => ({
  ...before,
  ...tally,
  status: 'drift',
  checkedAtMs: nowMs,
  finding,
  walk: undefined,
  walkedAtMs: nowMs,
})

/** The checkpoint after reading the new events, or as many as one slice allows. */
export const forwarded = (before: Checkpoint, added: RecomputedAccount, nowMs: EpochMs): Checkpoint => {
  if (added.finding !== undefined) return drifting(before, added, nowMs)
  const status = added.isComplete ? 'reconciled' : before.status
  return { ...before, ...added.tally, status, checkedAtMs: nowMs }
}

/**
 * The checkpoint after a part of the walk. A completed walk has read the whole account, so its result
 * replaces an earlier drift.
 */
export const walked = (before: Checkpoint, added: RecomputedAccount, nowMs: EpochMs): Checkpoint => {
  const { tally, finding, isComplete } = added
  if (finding !== undefined) return drifting(before, added, nowMs)
  if (!isComplete) return { ...before, walk: tally, checkedAtMs: nowMs }
  const status = 'reconciled'
  return { ...before, ...tally, status, checkedAtMs: nowMs, finding, walk: undefined, walkedAtMs: nowMs }
}
