import type { Cell } from '../cells/cell.js'

interface StatementText {
  readonly sql: string
  /** `1` for each cell that is binary, else `0`; of rows, for each column. */
  readonly binary: string
}

/**
 * One statement for SQLite's thread: run once with its cells, or once for every row. Binary cells travel as hexadecimal, which is
 * cheaper than buffers of 16 bytes, and rows as JSON, one list of all their cells: what is no text is copied cell by cell.
 */
export type ThreadStatement = StatementText &
  ({ readonly cells: readonly Cell[] } | { readonly rows: string })

/** What the thread is asked; it answers everything but `close`, in the order in which it came. */
export type ThreadRequest =
  /** Runs the steps in order up to the first error. */
  | { readonly kind: 'run'; readonly steps: readonly ThreadStatement[] }
  /** Rolls back if a transaction is open. */
  | { readonly kind: 'undo' }
  | { readonly kind: 'close' }

export interface Answered {
  readonly results: ReadonlyArray<ReadonlyArray<readonly Cell[]>>
  /** Of the last step: its columns where it returned rows, else what it changed. */
  readonly columns: readonly string[] | undefined
  readonly changes: number
  readonly lastId: number
}

export interface Failed {
  readonly code: string
  readonly message: string
}

/** The first one says whether the database could be opened. */
export type ThreadAnswer = { readonly answered: Answered } | { readonly failed: Failed }

/** What the thread is told when it begins. */
export interface ThreadData {
  readonly path: string
  readonly role: 'writer' | 'reader'
}
