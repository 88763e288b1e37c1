import type { Moment, Rows, Statement } from './engine.js'

/** The consequence of an error for its transaction. */
export interface ClassifiedError {
  /**
   * `again`: rolled back for an external reason (deadlock, lock timeout, busy). `duplicate`: a unique key is
   * taken. `refused`: a row permanently breaks a rule. `lost`: the connection failed, or the outcome of the
   * statement is unknown. `moved`: the server accepts no writes at the moment and did nothing; another one
   * may accept them. `unavailable`: the database refused, and nothing happened.
   */
  readonly kind: 'again' | 'duplicate' | 'refused' | 'lost' | 'moved' | 'unavailable'
  readonly cause: string
  /** The disk is full or read-only. */
  readonly isWithoutRoom: boolean
  /** The precise error, if the kind is too general; for metrics. */
  readonly met?: 'deadlock' | 'lock_wait' | 'no_connection'
}

/** A connection that belongs to the caller until it is released. */
export interface DatabaseSession {
  /** BEGIN and the statements in one round trip. */
  begin(statements: readonly Statement[]): Promise<readonly Rows[]>
  /** The statements in one round trip, in the middle of the transaction. */
  ask(statements: readonly Statement[]): Promise<readonly Rows[]>
  /** The statements and COMMIT in one round trip. */
  commit(statements: readonly Statement[]): Promise<void>
  /**
   * BEGIN, the statements and COMMIT in one round trip, up to the first error, which leaves the transaction
   * open; then the readings `afterwards`, whose rows are returned. Engines that take one statement at a time
   * send them one after another.
   */
  whole(statements: readonly Statement[], afterwards: readonly Statement[]): Promise<readonly Rows[]>
  rollback(): Promise<void>
  /** Returns the connection to the pool; with `broken` it is never used again. */
  release(broken: boolean): void
}

/** The operations that an engine implements; retries are decided once for all engines. */
export interface Driver {
  acquire(): Promise<DatabaseSession>
  read(statements: readonly Statement[], moment: Moment): Promise<readonly Rows[]>
  /** Rethrows errors that don't come from the database, because they are bugs. */
  classify(error: unknown): ClassifiedError
}
