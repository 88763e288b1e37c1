import type { BatchFailed, CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import type { Knex } from 'knex'
import type { Cells } from '../cells/cell.js'
import type { Dialect } from './dialect.js'
import type { Insertion } from './insertion.js'
import type { Filled } from './template.js'

/** A statement of the table modules; each engine renders it in its own way. */
export type Statement = Filled | Insertion

/** The result of one statement; empty if it returns none. */
export type Rows = readonly Cells[]

/**
 * The statements to write, and the result to return once they are committed. Without statements nothing is
 * committed.
 */
export interface WritePlan<A> {
  readonly statements: readonly Statement[]
  readonly result: A
}

/** The end of a transaction: the statements to send with the COMMIT, if anything is to be kept. */
export interface Conclusion<A> extends WritePlan<A> {
  readonly isKept: boolean
}

/** Sends more statements in the middle of a transaction; the results are in the order of the statements. */
export type TransactionQuery = (statements: readonly Statement[]) => Promise<readonly Rows[]>

/** The work in a transaction after its start. It awaits every result and catches nothing. */
export type TransactionWork<A> = (opened: readonly Rows[], ask: TransactionQuery) => Promise<Conclusion<A>>

export type EngineFailure = StorageUnavailable | CommitUnknown | BatchFailed

/** `one`: all statements read the same snapshot; `each`: every statement reads its own. */
export type Moment = 'one' | 'each'

/** A database: transactions with two or more round trips, and readings with one. */
export interface Engine {
  readonly dialect: Dialect
  /**
   * Starts a transaction, reads, lets `judge` decide what to write, writes and commits. Starts over,
   * including `judge`, on deadlocks, lock timeouts and keys that another transaction took meanwhile.
   */
  transact<A>(
    gather: readonly Statement[],
    judge: (gathered: readonly Rows[]) => WritePlan<A>,
  ): Promise<E.Either<EngineFailure, A>>
  /**
   * The same if not everything can be read at the start: `work` runs in the middle of the transaction and
   * returns the remaining statements. Its exceptions are rethrown after a rollback. After a database error
   * nothing is kept, whatever it returns.
   */
  transaction<A>(opening: readonly Statement[], work: TransactionWork<A>): Promise<E.Either<EngineFailure, A>>
  /**
   * A transaction of one round trip without a reading, and the readings after its commit, in the same round
   * trip. Right: the rows of those readings; undefined if nothing was kept, and the caller should read the
   * reason. Not repeated.
   */
  write(
    statements: readonly Statement[],
    afterwards?: readonly Statement[],
  ): Promise<E.Either<CommitUnknown, readonly Rows[] | undefined>>
  /** Reads committed data. */
  read(
    statements: readonly Statement[],
    moment: Moment,
  ): Promise<E.Either<StorageUnavailable, readonly Rows[]>>
  /** For migrations and other rare work. */
  readonly knex: Knex
  /** The server and its version: `MariaDB 10.11.6`. Rejects if that can't be determined. */
  serverName(): Promise<string>
  /** Why a recent write failed for lack of space or because the disk is read-only; undefined: none did. */
  lackOfRoom(): string | undefined
  /**
   * Finds unsafe settings of this server, its cluster or its tables. Rejects if the server doesn't respond.
   */
  risks(): Promise<readonly StorageRisk[]>
  /** The time of the database's clock, read once without retries. Rejects if it can't be read. */
  timeMs(): Promise<EpochMs>
  /** Runs the work while no other process runs its own. */
  migrating<A>(work: (knex: Knex) => Promise<A>): Promise<A>
  close(): Promise<void>
}
