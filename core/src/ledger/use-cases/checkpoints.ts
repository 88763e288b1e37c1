import type { Account } from '../domain/account.js'
import { EMPTY_TALLY } from '../domain/replay.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import type { RecomputedAccount } from './recompute-account.js'

/** Where an account stands before any of it was read. The first reading begins at the first event: no walk is due. */
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

/** What is wrong ends every reading: the next one begins at the first event, after a rest. */
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

/** After the events since the checkpoint, or as many as there was time for. */
export const forwarded = (before: Checkpoint, added: RecomputedAccount, nowMs: EpochMs): Checkpoint => {
  if (added.finding !== undefined) return drifting(before, added, nowMs)
  const status = added.isComplete ? 'reconciled' : before.status
  return { ...before, ...added.tally, status, checkedAtMs: nowMs }
}

/** After a part of the walk; a walk that came to its end has seen the whole account, and has the last word on drift. */
export const walked = (before: Checkpoint, added: RecomputedAccount, nowMs: EpochMs): Checkpoint => {
  const { tally, finding, isComplete } = added
  if (finding !== undefined) return drifting(before, added, nowMs)
  if (!isComplete) return { ...before, walk: tally, checkedAtMs: nowMs }
  const status = 'reconciled'
  return { ...before, ...tally, status, checkedAtMs: nowMs, finding, walk: undefined, walkedAtMs: nowMs }
}
