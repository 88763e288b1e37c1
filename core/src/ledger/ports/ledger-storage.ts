import type { Account, AccountKey } from '../domain/account.js'
import type { LedgerEvent } from '../domain/ledger-event.js'
import type { ReplayedFigures } from '../domain/replay.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** How far the reconciler has re-added an account, and what it found. */
export interface Checkpoint extends AccountKey, ReplayedFigures {
  readonly status: 'reconciled' | 'pending' | 'drift'
  readonly checkedAtMs: EpochMs
  /** What is wrong, in a sentence, while the status is drift. */
  readonly finding: string | undefined
  /** How far the walk has come that reads the account again from its first event; undefined: none is under way. */
  readonly walk: ReplayedFigures | undefined
  /** When the account was last read through from its first event; undefined: not since walks are made. */
  readonly walkedAtMs: EpochMs | undefined
}

/** An account and how far it was re-added, of one moment. */
export interface LedgerStatus {
  readonly account: Account | undefined
  readonly checkpoint: Checkpoint | undefined
}

/** The ledger, to be read; what moves money posts it in the same transaction. */
export interface LedgerStorage {
  /** Accounts in the order of their keys, from a position on. */
  accounts(
    after: AccountKey | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly Account[]>
  /** An account's events by `seq`, from after a number on. */
  events(
    key: AccountKey,
    afterSeq: number,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly LedgerEvent[]>
  /** The account and its checkpoint in one consistent reading. */
  status(key: AccountKey): TE.TaskEither<StorageUnavailable, LedgerStatus>
  /**
   * Remembers how far the account was re-added, if its checkpoint still is `before`, the one it was decided by.
   * False: somebody else has saved another meanwhile, which stays.
   */
  saveCheckpoint(
    checkpoint: Checkpoint,
    before: Checkpoint | undefined,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean>
}
