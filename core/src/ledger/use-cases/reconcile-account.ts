import type { Account } from '../domain/account.js'
import type { Outage, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import { forwarded, untouched, walked } from './checkpoints.js'
import { isReconciled } from './is-reconciled.js'
import { recomputeAccount, type RecomputedAccount } from './recompute-account.js'
import { emitDrift } from './emit-drift.js'
import { verifyFrom } from './verification-pass.js'

type Needs = Pick<Ports, 'storage' | 'digests' | 'clock' | 'ids' | 'keyedDigests'>

const EVENTS_IN_A_SLICE = 5000

/** Re-adds what is new. A drifting account stays where it is: only a walk can say that nothing is wrong any more. */
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

/** Goes forward first; the walk gets what is left of the slice, and compares with the same account at its end. */
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
 * Gives an account its turn: re-adds the events since its checkpoint, and a part of its walk, which reads the whole
 * ledger again now and then so that an old event which was altered or lost is found too. Nothing is read where nothing
 * is new and the walk rests. Comes back with the checkpoint as it stands then.
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
