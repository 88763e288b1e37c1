import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'
import { renderPostgres } from '@postrider/storage-postgres/render'

/** A step of a plan, with the names of `EXPLAIN (FORMAT JSON)`. */
export interface PlanStep {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanStep[]
}

const stepsOf = (step: PlanStep): readonly PlanStep[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** The server's steps for a statement. With `done`, it has executed them and rolled them back. */
export const planOf = async (
  { knex }: Engine,
  statement: Statement,
  how: 'planned' | 'done',
): Promise<readonly PlanStep[]> => {
  const sql = renderPostgres(statement).replaceAll('?', '\\?')
  const options = how === 'done' ? 'ANALYZE, FORMAT JSON' : 'FORMAT JSON'
  const transaction = await knex.transaction()
  try {
    const { rows } = (await transaction.raw(`EXPLAIN (${options}) ${sql}`)) as {
      readonly rows: ReadonlyArray<{ readonly 'QUERY PLAN': string }>
    }
    const plans = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as ReadonlyArray<{ readonly Plan: PlanStep }>
    return plans.flatMap(({ Plan }) => stepsOf(Plan))
  } finally {
    await transaction.rollback()
  }
}

const isScan = ({ 'Node Type': type }: PlanStep): boolean =>
  type.endsWith(' Scan') && type !== 'Subquery Scan'

/** Whether the step reads a whole table or a whole index. */
export const readsWhole = (step: PlanStep): boolean =>
  step['Node Type'] === 'Seq Scan' ||
  (/^(?:Bitmap )?Index /.test(step['Node Type']) && step['Index Cond'] === undefined)

/** The number of rows that the steps have read from tables and indexes, including rejected ones. */
export const rowsRead = (steps: readonly PlanStep[]): number =>
  steps
    .filter(isScan)
    .reduce(
      (sum, step) =>
        sum +
        ((step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)) * (step['Actual Loops'] ?? 0),
      0,
    )
