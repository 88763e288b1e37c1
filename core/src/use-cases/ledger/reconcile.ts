import { type Account, accountKey, type AccountKey } from '../../domain/ledger/account.js'
import { EMPTY_TALLY, type Tally } from '../../domain/ledger/replay.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Checkpoint } from '../../ports/storage/ledger-storage.js'
import { isReconciled } from './is-reconciled.js'
import { reAddAccount, type ReAdded } from './re-add-account.js'

/** What a slice of reconciling saw. */
export interface ReconciledSlice {
  readonly accounts: number
  readonly drifting: readonly Checkpoint[]
  /** Where the next slice begins; undefined: at the first account again. */
  readonly next: AccountKey | undefined
}

type Needs = Pick<Ports, 'storage' | 'digests' | 'clock' | 'ids' | 'telemetry'>

const ACCOUNTS_IN_A_SLICE = 20
const EVENTS_IN_A_SLICE = 5000

const startOf = (checkpoint: Checkpoint | undefined): Tally =>
  checkpoint === undefined || checkpoint.status === 'drift'
    ? EMPTY_TALLY
    : {
        seq: checkpoint.seq,
        postedMinor: checkpoint.postedMinor,
        reservedMinor: checkpoint.reservedMinor,
        digest: checkpoint.digest,
      }

/** A drifting account is re-added whole: a part of its ledger could not say what is wrong, or that nothing is. */
const mostEventsAfter = (before: Checkpoint | undefined): number =>
  before?.status === 'drift' ? Number.MAX_SAFE_INTEGER : EVENTS_IN_A_SLICE

const statusOf = ({ finding, isComplete }: ReAdded, before: Checkpoint | undefined): Checkpoint['status'] => {
  if (finding !== undefined) return 'drift'
  return isComplete ? 'reconciled' : (before?.status ?? 'pending')
}

/** Tells that an account has begun to drift. Before the checkpoint says so: a death in between tells it twice, not never. */
const tellDrift = (
  { storage, ids }: Needs,
  { finding = '', ...of }: Checkpoint,
): TE.TaskEither<Outage, void> =>
  storage.audit.append([
    {
      auditId: ids.next('aud'),
      actor: { kind: 'system', id: 'reconciler' },
      action: 'ledger.drift',
      target: accountKey(of),
      organizationId: of.organizationId,
      reason: undefined,
      atMs: of.checkedAtMs,
      details: { currency: of.currency, finding, seq: of.seq },
    },
  ])

const continueFrom = async (
  needs: Needs,
  account: Account,
  before: Checkpoint | undefined,
): Promise<E.Either<Outage, Checkpoint>> => {
  const added = await reAddAccount(needs, account, startOf(before), mostEventsAfter(before))
  if (E.isLeft(added)) return added
  const { organizationId, currency } = account
  const checkpoint: Checkpoint = {
    organizationId,
    currency,
    ...added.right.tally,
    status: statusOf(added.right, before),
    checkedAtMs: needs.clock.nowMs(),
    finding: added.right.finding,
  }
  if (checkpoint.status === 'drift' && before?.status !== 'drift') {
    const told = await tellDrift(needs, checkpoint)()
    if (E.isLeft(told)) return told
  }
  const saved = await needs.storage.ledger.saveCheckpoint(checkpoint)()
  return E.isLeft(saved) ? saved : E.right(checkpoint)
}

const reconcileOne = async (
  needs: Needs,
  { organizationId, currency }: AccountKey,
): Promise<E.Either<Outage, Checkpoint | undefined>> => {
  const standing = await needs.storage.ledger.standing({ organizationId, currency })()
  if (E.isLeft(standing)) return standing
  const { account, checkpoint } = standing.right
  if (account === undefined) return E.right(undefined)
  if (checkpoint !== undefined && isReconciled(account, checkpoint)) return E.right(checkpoint)
  return continueFrom(needs, account, checkpoint)
}

/**
 * Compares accounts with their re-added ledgers, a slice at a time (decisions 4): a difference sets `drift` and is
 * told to telemetry, and where it appears an audit event is written; nothing is ever repaired. A drifting account is
 * re-added from its first event each time.
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
    needs.telemetry.happened({
      _tag: 'LedgerChecked',
      accounts: accounts.right.length,
      drifting: drifting.length,
    })
    const next = accounts.right.length < ACCOUNTS_IN_A_SLICE ? undefined : accounts.right.at(-1)
    return E.right({ accounts: accounts.right.length, drifting, next })
  }
