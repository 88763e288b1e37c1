import type { ColumnTypes, Dialect } from '../engine/dialect.js'

/** A column or an index that is added to a table of an earlier migration. */
export interface Addition {
  readonly kind: 'column' | 'index'
  readonly table: string
  readonly name: string
  /** A column's type, or the columns of an index. */
  readonly definition: string
}

/** A change of the schema. It is never edited once released, and can be run again after an interruption. */
export interface Migration {
  readonly name: string
  /**
   * The newest migration that a program has to know to run on a database with this one; an older program is
   * refused (docs/decisions/0033). A migration that only adds needs no newer one than the previous migration
   * did.
   */
  readonly oldestProgram: string
  readonly statements: (dialect: Dialect) => readonly string[]
  /** Columns and indexes that are added to earlier tables if they are missing. */
  readonly additions?: (types: ColumnTypes) => readonly Addition[]
  /** Changes of existing rows after the schema changes; they can be run again too. */
  readonly changes?: readonly string[]
}
