/** A value of a row; where its column is binary, in hexadecimal. */
export type BareCell = string | number | null

/** A table and its columns in order; those that are binary end in ` x`. */
export interface BareTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Rows to be inserted together, as the store has rendered them, or a text in the SQL that both engines know. */
export type BareStatement =
  { readonly into: BareTable; readonly rows: readonly string[] } | { readonly text: string }

/** What was read; binary columns in hexadecimal. */
export type BareRows = ReadonlyArray<readonly BareCell[]>

/** The one connection of a bare server. */
export interface BareStore {
  /** A row as `commit` takes it: made while an earlier group is committed, it holds nobody up. */
  render(table: BareTable, row: readonly BareCell[]): string
  /** All of the statements in one durable transaction; the rows of each text. */
  commit(statements: readonly BareStatement[]): Promise<readonly BareRows[]>
  read(text: string): Promise<BareRows>
  close(): Promise<void>
}

const BINARY = ' x'

/** The columns as they are named in SQL. */
export const columnNames = ({ columns }: BareTable): string =>
  columns.map((column) => column.replace(BINARY, '')).join(', ')

/** Whether each column is binary. */
export const binaryColumns = ({ columns }: BareTable): readonly boolean[] =>
  columns.map((column) => column.endsWith(BINARY))
