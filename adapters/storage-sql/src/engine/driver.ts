import type { Moment, Rows, Statement } from './engine.js'

/** What a failure means for the transaction it met. */
export interface ClassifiedError {
  /**
   * `again`: rolled back for no fault of ours (deadlock, lock time-out, busy). `duplicate`: a unique key is
   * taken. `refused`: a row breaks a rule for good. `lost`: the connection went, or nobody knows what became of
   * the statement. `moved`: the server takes no writes at the moment and did nothing; another one may take them.
   * `unavailable`: the database said no, nothing happened.
   */
  readonly kind: 'again' | 'duplicate' | 'refused' | 'lost' | 'moved' | 'unavailable'
  readonly cause: string
  /** The disk is full, or may only be read. */
  readonly isWithoutRoom: boolean
  /** What it was, where the kind says less; for the figures. */
  readonly met?: 'deadlock' | 'lock_wait' | 'no_connection'
}

/** A connection that is ours until it is released. */
export interface DatabaseSession {
  /** BEGIN and the statements in one round trip. */
  begin(statements: readonly Statement[]): Promise<readonly Rows[]>
  /** The statements in one round trip, in the middle of the transaction. */
  ask(statements: readonly Statement[]): Promise<readonly Rows[]>
  /** The statements and COMMIT in one round trip. */
  commit(statements: readonly Statement[]): Promise<void>
  /**
   * BEGIN, the statements and COMMIT in one round trip, up to the first error, which leaves the transaction open; where an
   * engine takes one statement at a time, one after the other.
   */
  whole(statements: readonly Statement[]): Promise<void>
  rollback(): Promise<void>
  /** Gives the connection back; with `broken` it is never used again. */
  release(broken: boolean): void
}

/** What an engine has to know how to do; retries are decided once for all engines. */
export interface Driver {
  acquire(): Promise<DatabaseSession>
  read(statements: readonly Statement[], moment: Moment): Promise<readonly Rows[]>
  /** Throws what is no error of the database but a bug. */
  classify(error: unknown): ClassifiedError
}
