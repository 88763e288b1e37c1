import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import { readText } from '../cells/cell.js'
import type { Engine, Rows, Statement } from './engine.js'
import { unknownIsUndone } from './outcome.js'
import { statement } from './template.js'

/** Rows that are deleted after they expire. */
export interface ExpiringRows {
  readonly find: (beforeMs: EpochMs, most: number) => Statement
  readonly removing: (rows: Rows) => readonly Statement[]
}

/**
 * A table with its key (binary by default), the column with the expiry time, that column's index, and a condition
 * if not all rows expire.
 */
export const passing = (
  name: string,
  key: string,
  end: string,
  index: string,
  keys: 'binary' | 'text' = 'binary',
  condition?: string,
): ExpiringRows => {
  const expired = condition === undefined ? `${end} < ?` : `${condition} AND ${end} < ?`
  const find = statement(
    `SELECT ${key} FROM ${name} {by ${name}.${index}} WHERE ${expired} ORDER BY ${end} LIMIT ? {skip locked}`,
  )
  const remove = statement(`DELETE FROM ${name} WHERE ${key} IN (${keys === 'binary' ? '?x*' : '?*'})`)
  return {
    find,
    removing: (rows) => (rows.length === 0 ? [] : [remove(rows.map(([cell]) => readText(cell)))]),
  }
}

/** Deletes rows that expired before this time, at most this many per table. Right: the number deleted. */
export const purge = async (
  engine: Engine,
  tables: readonly ExpiringRows[],
  beforeMs: EpochMs,
  most: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transact(
    tables.map(({ find }) => find(beforeMs, most)),
    (found) => ({
      statements: tables.flatMap(({ removing }, at) => removing(found[at] ?? [])),
      result: found.reduce((sum, rows) => sum + rows.length, 0),
    }),
  )
  return unknownIsUndone(outcome)
}
