import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'
import { renderPostgres } from '@postrider/storage-postgres/render'

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` names its parts. */
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

/** The steps by which the server goes about a statement; `done`: it has done so, and taken it back. */
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

/** Whether the step reads all of a table, or all of an index. */
export const readsWhole = (step: PlanStep): boolean =>
  step['Node Type'] === 'Seq Scan' ||
  (/^(?:Bitmap )?Index /.test(step['Node Type']) && step['Index Cond'] === undefined)

/** How many rows the steps have read of tables and indexes, those that were left again among them. */
export const rowsRead = (steps: readonly PlanStep[]): number =>
  steps
    .filter(isScan)
    .reduce(
      (sum, step) =>
        sum +
        ((step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)) * (step['Actual Loops'] ?? 0),
      0,
    )
