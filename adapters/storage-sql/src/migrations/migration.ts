import type { ColumnTypes, Dialect } from '../engine/dialect.js'

/** A column or an index that a table of an earlier migration gets. */
export interface Addition {
  readonly kind: 'column' | 'index'
  readonly table: string
  readonly name: string
  /** A column's type, or the columns of an index. */
  readonly definition: string
}

/** A change of the schema. It is never edited once released and can be run again after an interruption. */
export interface Migration {
  readonly name: string
  /**
   * The newest migration that a program knows which may run on a database that has this one; an older program is refused
   * (docs/decisions/0033). A migration that only adds needs no newer one than the migration before did.
   */
  readonly oldestProgram: string
  readonly statements: (dialect: Dialect) => readonly string[]
  /** Columns and indexes that earlier tables get; each is added where it is missing. */
  readonly additions?: (types: ColumnTypes) => readonly Addition[]
  /** What becomes of rows that are there, once all of that is; it can be said again too. */
  readonly changes?: readonly string[]
}
