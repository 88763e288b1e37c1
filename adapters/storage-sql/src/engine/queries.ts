import type { Cells } from '../cells/cell.js'
import type { Rows, Statement } from './engine.js'

/** A statement, and a reader for its result. */
export interface Query<A> {
  readonly statement: Statement
  readonly of: (rows: Rows) => A
}

/** A statement in a list of queries, with a reader for its result. */
export const queryOf = <A>(statement: Statement, of: (rows: Rows) => A): Query<A> => ({ statement, of })

/** Reads the first row; undefined if there is none. */
export const firstOf =
  <A>(of: (row: Cells) => A) =>
  (rows: Rows): A | undefined => {
    const [row] = rows
    return row === undefined ? undefined : of(row)
  }

/** Reads every row. */
export const eachOf =
  <A>(of: (row: Cells) => A) =>
  (rows: Rows): readonly A[] =>
    rows.map((row) => of(row))

type AnswerOf<Q> = Q extends Query<infer A> ? A : undefined

type Named = Readonly<Record<string, Query<unknown> | undefined>>

/** The results of named queries. */
export type QueryAnswers<Q extends Named> = { readonly [K in keyof Q]: AnswerOf<Q[K]> }

/** Several queries that are sent together. */
export interface Queries<A> {
  readonly statements: readonly Statement[]
  /** The results, by the names of the queries. */
  readonly of: (answers: readonly Rows[]) => A
}

/**
 * Queries by name, so that readers of the results needn't know their order. An undefined query isn't sent and
 * has no result.
 */
export const queries = <Q extends Named>(named: Q): Queries<QueryAnswers<Q>> => {
  const sent = Object.entries(named).flatMap(([name, each]) =>
    each === undefined ? [] : [{ name, ...each }],
  )
  return {
    statements: sent.map(({ statement }) => statement),
    of: (answers) =>
      Object.fromEntries(sent.map(({ name, of }, at) => [name, of(answers[at] ?? [])])) as QueryAnswers<Q>,
  }
}
