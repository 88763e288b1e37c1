import type { AccountKey } from '../../domain/ledger/account.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Checkpoint } from '../../ports/storage/ledger-storage.js'
import { reconcileAccount } from './reconcile-account.js'

/** What a slice of reconciling saw. */
export interface ReconciledSlice {
  readonly accounts: number
  readonly drifting: readonly Checkpoint[]
  /** Where the next slice begins; undefined: at the first account again. */
  readonly next: AccountKey | undefined
}

type Needs = Pick<Ports, 'storage' | 'digests' | 'clock' | 'ids' | 'keyedDigests' | 'telemetry'>

const ACCOUNTS_IN_A_SLICE = 20

const reconcileOne = async (
  needs: Needs,
  { organizationId, book, currency }: AccountKey,
): Promise<E.Either<Outage, Checkpoint | undefined>> => {
  const status = await needs.storage.ledger.status({ organizationId, book, currency })()
  if (E.isLeft(status)) return status
  const { account, checkpoint } = status.right
  if (account === undefined) return E.right(undefined)
  return reconcileAccount(needs, account, checkpoint)
}

/**
 * Compares accounts with their re-added ledgers, a slice at a time (docs/contract#reconciliation): a difference
 * sets `drift` and is told to telemetry, and where it appears an audit event is written; nothing is ever repaired.
 */
export const reconcile =
  (needs: Needs) =>
  (after: AccountKey | undefined): TE.TaskEither<Outage, ReconciledSlice> =>
  async () => {
    const accounts = await needs.storage.ledger.accounts(after, ACCOUNTS_IN_A_SLICE)()
    if (E.isLeft(accounts)) return accounts
    const drifting: Checkpoint[] = []
    for (const account of accounts.right) {
      const checked = await reconcileOne(needs, account)
      if (E.isLeft(checked)) return checked
      if (checked.right?.status === 'drift') drifting.push(checked.right)
    }
    needs.telemetry.emit({
      _tag: 'LedgerChecked',
      accounts: accounts.right.length,
      drifting: drifting.length,
    })
    const next = accounts.right.length < ACCOUNTS_IN_A_SLICE ? undefined : accounts.right.at(-1)
    return E.right({ accounts: accounts.right.length, drifting, next })
  }
