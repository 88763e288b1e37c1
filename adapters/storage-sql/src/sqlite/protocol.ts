import type { Cell } from '../cells/cell.js'

/** One statement for SQLite's thread. Binary cells travel as hexadecimal: cheaper than buffers of 16 bytes. */
export interface ThreadStatement {
  readonly sql: string
  /** `1` for each cell that is binary, else `0`; with `each`, for each column. */
  readonly binary: string
  readonly cells: readonly Cell[]
  /** The statement is run once for every row of cells. */
  readonly each: boolean
}

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
