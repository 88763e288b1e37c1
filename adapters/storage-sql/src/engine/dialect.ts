import type { Knex } from 'knex'

/** How an engine spells the kinds of column; the definitions of tables are written once, with these. */
export interface ColumnTypes {
  /** 16 bytes: an identifier without its prefix, or the start of a digest. */
  readonly id: string
  /** 32 bytes. */
  readonly digest: string
  /** Text of a set that programs know. */
  readonly word: string
  /** The same, of few bytes: one of these. */
  readonly oneOf: (words: readonly string[]) => string
  /** Text that is compared byte by byte, of at most so many characters. */
  readonly name: (characters: number) => string
  /** Text of any length a request can have. */
  readonly text: string
  readonly long: string
  readonly integer: string
  /** A whole number below two thousand million. */
  readonly count: string
  readonly small: string
  /** Any number of bytes. */
  readonly bytes: string
  /** A primary key of whole numbers, which the database gives out, each once, the next one higher. */
  readonly counter: string
  /** A long text in the columns of an index: as much of it as an index of the engine holds. */
  readonly start: (column: string) => string
  /** Bytes, given by their hexadecimal digits, where a definition says them. */
  readonly bytesOf: (hex: string) => string
}

/** One table: its columns and constraints, and its indexes by name. */
export interface TableDefinition {
  readonly name: string
  readonly columns: string
  readonly indexes?: Readonly<Record<string, string>>
  /** Indexes that hold each value once, by name, so that a statement can be held to one. */
  readonly uniques?: Readonly<Record<string, string>>
  /** The table is small in its rows and read by its key: an engine that can keeps it in the key's tree. */
  readonly byKey?: boolean
}

/** An index that a table gets later. */
export interface IndexDefinition {
  readonly table: string
  readonly name: string
  readonly columns: string
}

/** The words that statements have in braces, and that each engine says in its own way; one may be empty. */
export type Word =
  | 'for update'
  | 'skip locked'
  | 'no wait'
  | 'for share'
  | 'in this order'
  | 'database time'
  | 'as integer'
  | 'position'

/**
 * All that is said differently to each SQL engine. Statements, tables and migrations are written once and ask this; nobody
 * asks which engine it is. An engine that comes in a package of its own gives one of these with its `Engine`, under a name
 * of its own.
 */
export interface Dialect {
  /** What the engine is called. Nothing depends on it. */
  readonly name: string
  readonly types: ColumnTypes
  /**
   * `{for update}` locks rows until the transaction ends; `{skip locked}` does so and passes over those that others have
   * locked; `{no wait}` fails at once where others have locked one; `{for share}` lets others lock them so too, and nobody change them; `{in this order}` is a join whose tables are
   * read in the order in which they stand; `{database time}` is an expression: the milliseconds since the epoch of the
   * database's own clock, at the beginning of the statement; `{as integer}` ends a CAST to whole numbers of 64 bits;
   * `{position}(text, part)` is 0 where the part is not in the text. An engine with one writer at a time has nothing to lock.
   */
  readonly words: Readonly<Record<Word, string>>
  /**
   * `{for update of a}` locks rows of the table of that alias, where a statement reads others too; `{skip locked of a}` is the same
   * with `SKIP LOCKED` behind it.
   */
  readonly forUpdateOf: (alias: string) => string
  /**
   * A statement that locks reads everything as it is once it has its locks. Where it reads what is not locked as it was when it
   * began to wait, what reads beside a lock is locked by a statement of its own before (`lockedFirst`).
   */
  readonly readsBehindItsLocks: boolean
  /** A lock waits for a row that is inserted and not committed yet; where not, only an insertion of its key does. */
  readonly locksUncommitted: boolean
  /** There is one writer at a time, so that a counter gives its numbers in the order of the commits, and none is missing. */
  readonly commitsInOrder: boolean
  /** Holds a statement to an index, whatever the server's statistics say; `PRIMARY` is the primary key's. */
  readonly byIndex: (table: string, index: string) => string
  /**
   * The statements that make a table with its indexes. They can be said again: where definitions are committed one by one, a
   * migration that was interrupted begins anew.
   */
  readonly createTable: (definition: TableDefinition) => readonly string[]
  /** Makes an index on a table that may be large and in use; does nothing where it is there. */
  readonly addIndex: (knex: Knex, index: IndexDefinition) => Promise<void>
}

/** The columns of a table's primary key, in its order. */
const keyOf = ({ columns }: TableDefinition): string =>
  /PRIMARY KEY \(([^)]*)\)/.exec(columns)?.[1] ?? /(?:^|,)\s*(\w+) [^,]*PRIMARY KEY/.exec(columns)?.[1] ?? ''

/**
 * The indexes of a definition, each with the words that make it. Statements count on what is equal in an index being in the
 * order of the table's primary key, which is `key`: an engine whose indexes do not end with it by themselves adds it.
 */
export const indexesOf = (definition: TableDefinition) => {
  const { indexes = {}, uniques = {} } = definition
  const key = keyOf(definition)
  return [
    ...Object.entries(uniques).map(([name, columns]) => ({ kind: 'UNIQUE INDEX', name, columns, key: '' })),
    ...Object.entries(indexes).map(([name, columns]) => ({ kind: 'INDEX', name, columns, key })),
  ]
}

/**
 * The statement that locks, where the engine needs it before one that locks the same and reads more; its answer is the first
 * one, and if it finds no row, the rows that follow don't count either.
 */
export const lockedFirst = <A>(
  { readsBehindItsLocks }: Pick<Dialect, 'readsBehindItsLocks'>,
  lock: A,
): readonly A[] => (readsBehindItsLocks ? [] : [lock])
