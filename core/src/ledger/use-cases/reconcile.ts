import type { AccountKey } from '../domain/account.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { LedgerChecked } from '../domain/ledger-checked.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import type { Checkpoint, LedgerStorage } from '../ports/ledger-storage.js'
import { errorMessage } from '../../kernel/texts/error-message.js'
import { reconcileAccount } from './reconcile-account.js'

/** The result of one slice of reconciliation. */
export interface ReconciledSlice {
  readonly accounts: number
  readonly drifting: readonly Checkpoint[]
  /** The start of the next slice; undefined means the first account. */
  readonly next: AccountKey | undefined
}

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
  readonly telemetry: EventSink<LedgerChecked | PartFailed>
}

const ACCOUNTS_IN_A_SLICE = 20
const FAILURES_IN_A_SLICE = 3

const reconcileOne = async (
  needs: Needs,
  { organizationId, environment, currency }: AccountKey,
): Promise<E.Either<Outage, Checkpoint | undefined>> => {
  const status = await needs.storage.ledger.status({ organizationId, environment, currency })()
  if (E.isLeft(status)) return status
  const { account, checkpoint } = status.right
  if (account === undefined) return E.right(undefined)
  return reconcileAccount(needs, account, checkpoint)
}

/** Does the same, but reports a failing account by its ID, so that the other accounts are still compared. */
const reconcileOrTell: typeof reconcileOne = async (needs, account) => {
  const { organizationId, environment, currency } = account
  const tell = (outage: Outage): E.Either<Outage, never> => {
    const cause = `${organizationId} ${environment} ${currency}: ${outage.cause}`
    needs.telemetry.emit({ _tag: 'PartFailed', where: 'reconciler', cause })
    return E.left(outage)
  }
  try {
    const checked = await reconcileOne(needs, account)
    return E.isLeft(checked) ? tell(checked.left) : checked
  } catch (cause) {
    return tell({ _tag: 'BatchFailed', cause: errorMessage(cause) })
  }
}

/**
 * Compares accounts with their recomputed ledgers, one slice at a time (docs/api/money#reconciliation). A
 * difference sets `drift` and is reported to telemetry; new drift is also an audit event. Nothing is
 * repaired. Up to three accounts of a slice may fail, because they are locked or damaged; the others are
 * still compared.
 */
export const reconcile =
  (needs: Needs) =>
  (after: AccountKey | undefined): TE.TaskEither<Outage, ReconciledSlice> =>
  async () => {
    const accounts = await needs.storage.ledger.accounts(after, ACCOUNTS_IN_A_SLICE)()
    if (E.isLeft(accounts)) return accounts
    const drifting: Checkpoint[] = []
    let failed = 0
    for (const account of accounts.right) {
      const checked = await reconcileOrTell(needs, account)
      if (E.isLeft(checked)) {
        failed += 1
        // Storage seems to be unavailable, so the slice is repeated.
        const isAll = after === undefined && failed === accounts.right.length
        if (failed > FAILURES_IN_A_SLICE || isAll) return checked
      } else if (checked.right?.status === 'drift') drifting.push(checked.right)
    }
    needs.telemetry.emit({
      _tag: 'LedgerChecked',
      accounts: accounts.right.length - failed,
      drifting: drifting.length,
    })
    const next = accounts.right.length < ACCOUNTS_IN_A_SLICE ? undefined : accounts.right.at(-1)
    return E.right({ accounts: accounts.right.length - failed, drifting, next })
  }
