import type { BatchFailed, CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import type { Knex } from 'knex'
import type { Cells } from '../cells/cell.js'
import type { Dialect } from './dialect.js'
import type { Insertion } from './insertion.js'
import type { Filled } from './template.js'

/** What the tables' logic says; each engine renders it its own way. */
export type Statement = Filled | Insertion

/** One statement's answer; empty where it returns none. */
export type Rows = readonly Cells[]

/** What to write, and what to answer once it is committed. Without statements nothing is committed. */
export interface WritePlan<A> {
  readonly statements: readonly Statement[]
  readonly result: A
}

/** The end of a transaction: what is written with the COMMIT, if anything in it is to be kept. */
export interface Conclusion<A> extends WritePlan<A> {
  readonly isKept: boolean
}

/** Says more in the middle of a transaction: answers come in the order of the statements. */
export type TransactionQuery = (statements: readonly Statement[]) => Promise<readonly Rows[]>

/** What is done after a transaction began. It awaits every answer and catches nothing. */
export type TransactionWork<A> = (opened: readonly Rows[], ask: TransactionQuery) => Promise<Conclusion<A>>

export type EngineFailure = StorageUnavailable | CommitUnknown | BatchFailed

/** `one`: all statements read the same moment; `each`: every statement its own. */
export type Moment = 'one' | 'each'

/** A database: transactions of two round trips or of as many as it takes, readings of one. */
export interface Engine {
  readonly dialect: Dialect
  /**
   * Begins, gathers, lets `judge` decide what to write, writes and commits. Starts over, `judge` included, on
   * deadlocks, lock time-outs and keys that somebody else took meanwhile.
   */
  transact<A>(
    gather: readonly Statement[],
    judge: (gathered: readonly Rows[]) => WritePlan<A>,
  ): Promise<E.Either<EngineFailure, A>>
  /**
   * The same for what cannot all be read at the beginning: `work` runs in the middle of the transaction and says at
   * its end what else is written. What it throws is let through, and undoes everything; after an error of the
   * database nothing is kept, whatever it says.
   */
  transaction<A>(opening: readonly Statement[], work: TransactionWork<A>): Promise<E.Either<EngineFailure, A>>
  /**
   * A transaction of one round trip, without a reading: right says whether it was kept; false, nothing of it was, and the
   * next thing is to read why. Not repeated.
   */
  write(statements: readonly Statement[]): Promise<E.Either<CommitUnknown, boolean>>
  /** Reads committed facts. */
  read(
    statements: readonly Statement[],
    moment: Moment,
  ): Promise<E.Either<StorageUnavailable, readonly Rows[]>>
  /** For migrations and whatever else is rare. */
  readonly knex: Knex
  /** Which server answers, and its version: `MariaDB 10.11.6`. Rejects when it cannot tell. */
  serverName(): Promise<string>
  /** Why a write failed for want of room, or because nothing may be written, in the last seconds; undefined: none did. */
  lackOfRoom(): string | undefined
  /** Finds what isn't safe about this server, its cluster or its tables. Rejects if the server doesn't answer. */
  risks(): Promise<readonly StorageRisk[]>
  /** What the database's clock tells, asked once and not again. Rejects when it cannot tell. */
  timeMs(): Promise<EpochMs>
  /** Runs the work while no other process runs its own. */
  migrating<A>(work: (knex: Knex) => Promise<A>): Promise<A>
  close(): Promise<void>
}
