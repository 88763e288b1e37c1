import type { Cell } from '../cells/cell.js'

interface StatementText {
  readonly sql: string
  /** `1` for each binary cell, else `0`; for rows, per column. */
  readonly binary: string
}

/**
 * One statement for SQLite's thread, run once with its cells, or once for every row. Binary cells are sent as
 * hexadecimal, which is cheaper than buffers of 16 bytes. Rows are sent as JSON, one list of all their cells,
 * because values other than text are copied cell by cell.
 */
export type ThreadStatement = StatementText &
  ({ readonly cells: readonly Cell[] } | { readonly rows: string })

/** The requests to the thread. It replies to everything but `close`, in the order of the requests. */
export type ThreadRequest =
  /** Runs the steps in order up to the first error. */
  | { readonly kind: 'run'; readonly steps: readonly ThreadStatement[] }
  /** Rolls back if a transaction is open. */
  | { readonly kind: 'undo' }
  | { readonly kind: 'close' }

export interface Answered {
  readonly results: ReadonlyArray<ReadonlyArray<readonly Cell[]>>
  /** Of the last step: its columns if it returned rows, else the number of changes. */
  readonly columns: readonly string[] | undefined
  readonly changes: number
  readonly lastId: number
}

export interface Failed {
  readonly code: string
  readonly message: string
}

/** The first reply shows whether the database could be opened. */
export type ThreadAnswer = { readonly answered: Answered } | { readonly failed: Failed }

/** The thread's start parameters. */
export interface ThreadData {
  readonly path: string
  readonly role: 'writer' | 'reader'
}
