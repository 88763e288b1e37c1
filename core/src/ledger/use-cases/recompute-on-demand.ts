import type { Account, AccountKey } from '../domain/account.js'
import { EMPTY_TALLY } from '../domain/replay.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { Checkpoint, LedgerStorage } from '../ports/ledger-storage.js'
import { untouched, walked } from './checkpoints.js'
import { recomputeAccount } from './recompute-account.js'
import { emitDrift } from './emit-drift.js'

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
}

/** The number of events read per call. The next call, or the reconciler, continues with a longer ledger. */
const EVENTS_ON_DEMAND = 100_000

/** An account, and the result of its comparison. */
export interface ReconciledAccount {
  readonly account: Account
  readonly checkpoint: Checkpoint
}

/** The number of tries to save the result, before the result of another process is kept. */
const TRIES = 3

/**
 * Compares an account with its ledger now, from the first event on. If the ledger is too long for one call,
 * it continues where the last reading ended. The result is saved, and new drift is an audit event; nothing is
 * repaired. Undefined if there is no such account.
 */
export const recomputeOnDemand = async (
  needs: Needs,
  key: AccountKey,
): Promise<E.Either<Outage, ReconciledAccount | undefined>> => {
  for (let tries = 1; ; tries += 1) {
    const status = await needs.storage.ledger.status(key)()
    if (E.isLeft(status)) return status
    const { account, checkpoint: known } = status.right
    if (account === undefined) return E.right(undefined)
    const nowMs = needs.clock.nowMs()
    const before = known ?? untouched(account, nowMs)
    const from = account.version <= EVENTS_ON_DEMAND ? EMPTY_TALLY : (before.walk ?? EMPTY_TALLY)
    const added = await recomputeAccount(needs, account, from, EVENTS_ON_DEMAND)
    if (E.isLeft(added)) return added
    const checkpoint = walked(before, added.right, nowMs)
    if (checkpoint.status === 'drift' && before.status !== 'drift') {
      const emitted = await emitDrift(needs, 'operator', checkpoint)()
      if (E.isLeft(emitted)) return emitted
    }
    const saved = await needs.storage.ledger.saveCheckpoint(checkpoint, known)()
    if (E.isLeft(saved)) return saved
    if (saved.right || tries === TRIES) return E.right({ account, checkpoint })
  }
}
