import type { Account } from '../domain/account.js'
import type { Outage, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { Checkpoint, LedgerStorage } from '../ports/ledger-storage.js'
import { forwarded, untouched, walked } from './checkpoints.js'
import { isReconciled } from './is-reconciled.js'
import { recomputeAccount, type RecomputedAccount } from './recompute-account.js'
import { emitDrift } from './emit-drift.js'
import { verifyFrom } from './verification-pass.js'

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
}

const EVENTS_IN_A_SLICE = 5000

/** Reads new events. A drifting account doesn't advance; only a walk can clear its drift. */
const goForward = async (
  needs: Needs,
  account: Account,
  before: Checkpoint,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, { readonly checkpoint: Checkpoint; readonly seen: number }>> => {
  if (before.status === 'drift' || isReconciled(account, before))
    return E.right({ checkpoint: before, seen: 0 })
  const added = await recomputeAccount(needs, account, before, EVENTS_IN_A_SLICE)
  return E.map((to: RecomputedAccount) => ({
    checkpoint: forwarded(before, to, nowMs),
    seen: to.tally.seq - before.seq,
  }))(added)
}

/**
 * Reads new events first. The walk gets the rest of the slice, and is compared with the same account at its
 * end.
 */
const readSlice = async (
  needs: Needs,
  account: Account,
  before: Checkpoint,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, Checkpoint>> => {
  const forward = await goForward(needs, account, before, nowMs)
  if (E.isLeft(forward)) return forward
  const { checkpoint, seen } = forward.right
  const from = verifyFrom(checkpoint, nowMs)
  if (from === undefined || seen >= EVENTS_IN_A_SLICE) return E.right(checkpoint)
  const added = await recomputeAccount(needs, account, from, EVENTS_IN_A_SLICE - seen)
  return E.map((to: RecomputedAccount) => walked(checkpoint, to, nowMs))(added)
}

/**
 * Reconciles one account: it reads the events since its checkpoint, and a part of its walk. The walk reads
 * the whole ledger again from time to time, to find old events that were altered or lost. Nothing is read if
 * there is nothing new and no walk is due. Returns the new checkpoint.
 */
export const reconcileAccount = async (
  needs: Needs,
  account: Account,
  before: Checkpoint | undefined,
): Promise<E.Either<Outage, Checkpoint | undefined>> => {
  const nowMs = needs.clock.nowMs()
  const from = before ?? untouched(account, nowMs)
  const read = await readSlice(needs, account, from, nowMs)
  if (E.isLeft(read) || read.right === before) return read
  const checkpoint = read.right
  if (checkpoint.status === 'drift' && from.status !== 'drift') {
    const emitted = await emitDrift(needs, 'reconciler', checkpoint)()
    if (E.isLeft(emitted)) return emitted
  }
  const saved = await needs.storage.ledger.saveCheckpoint(checkpoint, before)()
  return E.map((isSaved: boolean) => (isSaved ? checkpoint : before))(saved)
}
