import type { Knex } from 'knex'

/** The SQL types of an engine, by kind of column; table definitions are written once, with these. */
export interface ColumnTypes {
  /** 16 bytes: an identifier without its prefix, or the start of a digest. */
  readonly id: string
  /** 32 bytes. */
  readonly digest: string
  /** Text from a set that the program knows. */
  readonly word: string
  /** The same in few bytes: one of these words. */
  readonly oneOf: (words: readonly string[]) => string
  /** Text that is compared byte by byte, with at most this many characters. */
  readonly name: (characters: number) => string
  /** Text of any length that a request can have. */
  readonly text: string
  readonly long: string
  readonly integer: string
  /** An integer below two billion. */
  readonly count: string
  readonly small: string
  /** Any number of bytes. */
  readonly bytes: string
  /** A primary key of integers that the database generates, unique and increasing. */
  readonly counter: string
  /** A long text column in an index: as much of it as the engine's index can hold. */
  readonly start: (column: string) => string
  /** A literal for bytes in a definition, from their hexadecimal digits. */
  readonly bytesOf: (hex: string) => string
}

/** One table: its columns and constraints, and its indexes by name. */
export interface TableDefinition {
  readonly name: string
  readonly columns: string
  readonly indexes?: Readonly<Record<string, string>>
  /** Unique indexes by name, so that a statement can be forced to use one. */
  readonly uniques?: Readonly<Record<string, string>>
  /** Whether the table has small rows and is read by its key: engines that can store it in the key's tree. */
  readonly byKey?: boolean
}

/** An index that is added to a table later. */
export interface IndexDefinition {
  readonly table: string
  readonly name: string
  readonly columns: string
}

/** The words in braces in statements, which each engine replaces; the replacement may be empty. */
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
 * Everything that differs between SQL engines. Statements, tables and migrations are written once and use
 * this; no code checks which engine it is. An engine in a package of its own provides a dialect with its
 * `Engine`, under a name of its own.
 */
export interface Dialect {
  /** The name of the engine. Nothing depends on it. */
  readonly name: string
  readonly types: ColumnTypes
  /**
   * `{for update}` locks rows until the transaction ends. `{skip locked}` also does, and skips rows that
   * others have locked. `{no wait}` fails at once if others have locked one. `{for share}` allows shared
   * locks and prevents changes. `{in this order}` is a join that reads its tables in the given order.
   * `{database time}` is an expression for the milliseconds since the epoch on the database's own clock, at
   * the start of the statement. `{as integer}` ends a CAST to 64-bit integers. `{position}(text, part)` is 0
   * if the part isn't in the text. An engine with one writer at a time needs no locks.
   */
  readonly words: Readonly<Record<Word, string>>
  /**
   * `{for update of a}` locks rows of the table with that alias, if a statement also reads others; `{skip
   * locked of a}` does the same and adds `SKIP LOCKED`.
   */
  readonly forUpdateOf: (alias: string) => string
  /**
   * Whether a locking statement reads everything as it is once it has its locks. If instead it reads unlocked
   * tables as they were when it started to wait, an earlier statement has to lock first (`lockedFirst`).
   */
  readonly readsBehindItsLocks: boolean
  /**
   * Whether a lock waits for a row that is inserted and not committed yet; otherwise only an insertion of the
   * same key does.
   */
  readonly locksUncommitted: boolean
  /**
   * Whether there is one writer at a time, so that a counter's numbers follow the order of commits without
   * gaps.
   */
  readonly commitsInOrder: boolean
  /**
   * Forces a statement to use an index, regardless of the server's statistics; `PRIMARY` is the primary
   * key's.
   */
  readonly byIndex: (table: string, index: string) => string
  /**
   * The statements that create a table with its indexes. They can be repeated: if definitions are committed
   * one by one, an interrupted migration starts again.
   */
  readonly createTable: (definition: TableDefinition) => readonly string[]
  /** Adds an index to a table that may be large and in use; does nothing if it exists. */
  readonly addIndex: (knex: Knex, index: IndexDefinition) => Promise<void>
}

/** The columns of a table's primary key, in its order. */
const keyOf = ({ columns }: TableDefinition): string =>
  /PRIMARY KEY \(([^)]*)\)/.exec(columns)?.[1] ?? /(?:^|,)\s*(\w+) [^,]*PRIMARY KEY/.exec(columns)?.[1] ?? ''

/**
 * The indexes of a definition, each with its SQL keyword. Rows that are equal in an index must be in the
 * order of the table's primary key, which is `key`: statements rely on that. An engine whose indexes don't
 * include the key implicitly appends it.
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
 * The statement that locks, if the engine needs it before one that locks the same rows and reads more. Its
 * result comes first, and if it finds no row, the rows of the next one don't count either.
 */
export const lockedFirst = <A>(
  { readsBehindItsLocks }: Pick<Dialect, 'readsBehindItsLocks'>,
  lock: A,
): readonly A[] => (readsBehindItsLocks ? [] : [lock])
