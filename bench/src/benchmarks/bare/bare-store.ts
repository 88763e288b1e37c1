/** A value of a row; in hexadecimal if its column is binary. */
export type BareCell = string | number | null

/** A table and its columns in order. Binary columns end in ` x`. */
export interface BareTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Rows to insert together, as the store has rendered them, or SQL text that both engines support. */
export type BareStatement =
  { readonly into: BareTable; readonly rows: readonly string[] } | { readonly text: string }

/** The rows that were read; binary columns in hexadecimal. */
export type BareRows = ReadonlyArray<readonly BareCell[]>

/** The single connection of a bare server. */
export interface BareStore {
  /**
   * Renders a row for `commit`. This happens during the commit of an earlier group, so it causes no delay.
   */
  render(table: BareTable, row: readonly BareCell[]): string
  /** Runs all statements in one durable transaction, and returns the rows of each text. */
  commit(statements: readonly BareStatement[]): Promise<readonly BareRows[]>
  read(text: string): Promise<BareRows>
  close(): Promise<void>
}

const BINARY = ' x'

/** The columns in SQL. */
export const columnNames = ({ columns }: BareTable): string =>
  columns.map((column) => column.replace(BINARY, '')).join(', ')

/** Whether each column is binary. */
export const binaryColumns = ({ columns }: BareTable): readonly boolean[] =>
  columns.map((column) => column.endsWith(BINARY))
