export type EngineName = 'mysql' | 'sqlite'

/** How each engine spells the kinds of column; the definitions themselves are written once. */
export interface ColumnTypes {
  /** 16 bytes: an identifier without its prefix, or the start of a digest. */
  readonly id: string
  /** 32 bytes. */
  readonly digest: string
  /** Text of a closed set. */
  readonly word: string
  /** Text that is compared byte by byte, of at most so many characters. */
  readonly name: (characters: number) => string
  /** Text of any length a request can have. */
  readonly text: string
  readonly long: string
  readonly integer: string
  readonly small: string
  /** How much of a long text an index holds. */
  readonly start: (column: string) => string
  /** What follows the list of columns of a table that is read by its key. */
  readonly byKey: string
  readonly end: string
}

export const mysqlTypes: ColumnTypes = {
  id: 'BINARY(16)',
  digest: 'BINARY(32)',
  word: 'VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin',
  name: (characters) => `VARCHAR(${characters}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
  text: 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  long: 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  integer: 'BIGINT',
  small: 'SMALLINT',
  start: (column) => `${column}(64)`,
  byKey: 'ENGINE=InnoDB ROW_FORMAT=DYNAMIC',
  end: 'ENGINE=InnoDB ROW_FORMAT=DYNAMIC',
}

export const sqliteTypes: ColumnTypes = {
  id: 'BLOB',
  digest: 'BLOB',
  word: 'TEXT',
  name: () => 'TEXT',
  text: 'TEXT',
  long: 'TEXT',
  integer: 'INTEGER',
  small: 'INTEGER',
  start: (column) => column,
  byKey: 'STRICT, WITHOUT ROWID',
  end: 'STRICT',
}

/** One table: its columns and constraints, and its indexes by name. */
export interface TableDefinition {
  readonly name: string
  readonly columns: string
  readonly indexes?: Readonly<Record<string, string>>
  /** Indexes that hold each value once, by name, so that a statement can be held to one. */
  readonly uniques?: Readonly<Record<string, string>>
  /** The table is small in its rows and read by its key: SQLite keeps it in the key's tree. */
  readonly byKey?: boolean
}

/**
 * The statements that make a table. All of them can be said again: MySQL commits each definition at once, and a
 * migration that was interrupted begins anew. There, indexes are part of the table for the same reason.
 */
export const createTable = (engine: EngineName, definition: TableDefinition): readonly string[] => {
  const { name, columns, indexes = {}, uniques = {}, byKey = false } = definition
  const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
  const tail = byKey ? types.byKey : types.end
  const listed = [
    ...Object.entries(uniques).map(([index, on]) => ({ kind: 'UNIQUE INDEX', index, on })),
    ...Object.entries(indexes).map(([index, on]) => ({ kind: 'INDEX', index, on })),
  ]
  if (engine === 'mysql') {
    const inside = listed.map(({ kind, index, on }) => `, ${kind} ${index} (${on})`).join('')
    return [`CREATE TABLE IF NOT EXISTS ${name} (${columns}${inside}) ${tail}`]
  }
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${columns}) ${tail}`,
    ...listed.map(
      ({ kind, index, on }) => `CREATE ${kind} IF NOT EXISTS ${name}_${index} ON ${name} (${on})`,
    ),
  ]
}
