import type { Cell } from '../cells/cell.js'

/** What a cell is as the library takes it: bytes as bytes. */
export type SqliteValue = Cell | Uint8Array

/** A statement that was compiled once, and is run as often as it is needed. */
export interface PreparedStatement {
  /** Whether it answers with rows: it is then asked for `all` of them, else it is `run`. */
  readonly hasRows: boolean
  columnNames(): readonly string[]
  all(values: readonly SqliteValue[]): ReadonlyArray<readonly unknown[]>
  run(values: readonly SqliteValue[]): { readonly changes: number; readonly lastId: number }
}

/** An open file; everything is done by the time a call returns. */
export interface SqliteConnection {
  /** Runs texts that give no rows, one after the other. */
  exec(sql: string): void
  prepare(sql: string): PreparedStatement
  isInTransaction(): boolean
  close(): void
}

/** A library that speaks to SQLite. */
export interface SqliteLibrary {
  open(path: string): SqliteConnection
  /** SQLite's own name for what went wrong, `SQLITE_BUSY` say; undefined: it was not SQLite that threw. */
  codeOf(error: unknown): string | undefined
}
