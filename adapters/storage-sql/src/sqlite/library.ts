import type { Cell } from '../cells/cell.js'

/** A cell as the library accepts it: binary values as bytes. */
export type SqliteValue = Cell | Uint8Array

/** A statement that is compiled once and run many times. */
export interface PreparedStatement {
  /** Whether it returns rows: then `all` is called, else `run`. */
  readonly hasRows: boolean
  columnNames(): readonly string[]
  all(values: readonly SqliteValue[]): ReadonlyArray<readonly unknown[]>
  run(values: readonly SqliteValue[]): { readonly changes: number; readonly lastId: number }
}

/** An open file; calls are synchronous. */
export interface SqliteConnection {
  /** Runs texts without result rows, one after another. */
  exec(sql: string): void
  prepare(sql: string): PreparedStatement
  isInTransaction(): boolean
  close(): void
}

/** A SQLite library. */
export interface SqliteLibrary {
  open(path: string): SqliteConnection
  /** SQLite's name of an error, for example `SQLITE_BUSY`; undefined if SQLite didn't throw it. */
  codeOf(error: unknown): string | undefined
}
