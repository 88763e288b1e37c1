import type { Cells } from '../cells/cell.js'
import type { Rows, Statement } from './engine.js'

/** A statement, and what its answer is read as. */
export interface Query<A> {
  readonly statement: Statement
  readonly of: (rows: Rows) => A
}

/** A statement that is asked among others, and what its answer is read as. */
export const queryOf = <A>(statement: Statement, of: (rows: Rows) => A): Query<A> => ({ statement, of })

/** Reads rows of which the first is wanted; undefined where there is none. */
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

/** What named queries are answered with. */
export type QueryAnswers<Q extends Named> = { readonly [K in keyof Q]: AnswerOf<Q[K]> }

/** Several queries that travel together. */
export interface Queries<A> {
  readonly statements: readonly Statement[]
  /** The answers, by the names of the queries. */
  readonly of: (answers: readonly Rows[]) => A
}

/**
 * Queries by name: readers of the answers need not know in which order they were sent. One that is undefined is not sent,
 * and has no answer.
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
