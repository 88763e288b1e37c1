import type { Account } from '../domain/account.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { LedgerStorage } from '../ports/ledger-storage.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { LedgerChecked } from '../domain/ledger-checked.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import { drifting, untouched } from './checkpoints.js'
import { type ExaminedAccount, examineLedger } from './examine-ledger.js'
import type { RecomputedAccount } from './recompute-account.js'
import { emitDrift } from './emit-drift.js'

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
  readonly telemetry: EventSink<LedgerChecked | PartFailed>
}

/** Saves drift if it isn't saved yet. If the reconciler saves another checkpoint first, it tries again. */
const recordDrift =
  (needs: Needs) =>
  (account: Account, added: RecomputedAccount): TE.TaskEither<Outage, void> =>
  async () => {
    let isReported = false
    while (added.finding !== undefined) {
      const status = await needs.storage.ledger.status(account)()
      if (E.isLeft(status)) return status
      const before = status.right.checkpoint
      if (before?.status === 'drift') break
      const nowMs = needs.clock.nowMs()
      const checkpoint = drifting(before ?? untouched(account, nowMs), added, nowMs)
      if (!isReported) {
        const emitted = await emitDrift(needs, 'ledger-verify', checkpoint)()
        if (E.isLeft(emitted)) return emitted
        isReported = true
      }
      const saved = await needs.storage.ledger.saveCheckpoint(checkpoint, before)()
      if (E.isLeft(saved)) return saved
      if (saved.right) break
    }
    return E.right(undefined)
  }

/**
 * Recomputes every account's hash chain and amounts from its first event (docs/api/money#ledger, `postrider
 * ledger verify`). A broken account is set to `drift`, as the reconciler does. Sound accounts stay unchanged,
 * including an existing drift, which the reconciler clears.
 */
export const verifyLedger =
  (needs: Needs) => (): TE.TaskEither<Outage, readonly ExaminedAccount[]> => async () => {
    const examined = await examineLedger(needs, recordDrift(needs))()
    if (E.isLeft(examined)) return examined
    const accounts = examined.right
    const broken = accounts.filter(({ finding }) => finding !== undefined).length
    needs.telemetry.emit({ _tag: 'LedgerChecked', accounts: accounts.length, drifting: broken })
    return examined
  }
