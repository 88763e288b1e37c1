import type { Account, AccountKey } from '../domain/account.js'
import type { LedgerEvent } from '../domain/ledger-event.js'
import type { ReplayedFigures } from '../domain/replay.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The reconciler's position in an account's ledger, and its result. */
export interface Checkpoint extends AccountKey, ReplayedFigures {
  readonly status: 'reconciled' | 'pending' | 'drift'
  readonly checkedAtMs: EpochMs
  /** The problem, as a sentence, while the status is drift. */
  readonly finding: string | undefined
  /**
   * The position of the walk, which reads the account again from its first event; undefined if none is in
   * progress.
   */
  readonly walk: ReplayedFigures | undefined
  /** When the last walk over the whole account was completed; undefined if none was. */
  readonly walkedAtMs: EpochMs | undefined
}

/** An account and its checkpoint, as of one moment. */
export interface LedgerStatus {
  readonly account: Account | undefined
  readonly checkpoint: Checkpoint | undefined
}

/** Reads the ledger. Transactions that move money write it themselves. */
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
  /** The account and its checkpoint in one consistent read. */
  status(key: AccountKey): TE.TaskEither<StorageUnavailable, LedgerStatus>
  /**
   * Saves the checkpoint if the stored one is still `before`. False: another process has saved a different
   * one in the meantime, which is kept.
   */
  saveCheckpoint(
    checkpoint: Checkpoint,
    before: Checkpoint | undefined,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean>
}
