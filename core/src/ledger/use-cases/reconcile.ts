import type { AccountKey } from '../domain/account.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { Checkpoint } from '../ports/ledger-storage.js'
import { errorMessage } from '../../kernel/texts/error-message.js'
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

/** The same; an account whose turn failed is told by its id, and the others have theirs. */
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
 * Compares accounts with their re-added ledgers, a slice at a time (docs/contract#reconciliation): a difference
 * sets `drift` and is told to telemetry, and where it appears an audit event is written; nothing is ever repaired. Up to three accounts
 * of a slice may fail, since they are held or damaged: the others are compared all the same.
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
        // Storage is away, as it seems: the slice begins anew.
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
