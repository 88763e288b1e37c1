import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { Bucket } from '@postrider/core/limits/domain/token-bucket'
import type { LimitStorage } from '@postrider/core/limits/ports/limit-storage'
import { readInteger, readText, type Cell } from '../cells/cell.js'
import { shortDigestCells } from '../cells/digest-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertInto, insertOrReplace } from '../engine/insertion.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { recordTable } from '../rows/record-table.js'
import { aColumn, anInteger, aShortDigest } from '../rows/column.js'

/**
 * Fractions of a token are stored, down to a thousandth, so that reading a bucket loses none of its refill.
 */
const PARTS = 1000

const buckets = recordTable<Bucket & { readonly key: Digest }>('rate_buckets', {
  key: aShortDigest('bucket_key'),
  tokens: aColumn(
    'milli_tokens',
    (tokens) => Math.floor(tokens * PARTS),
    (from) => readInteger(from) / PARTS,
  ),
  atMs: anInteger('at'),
})

const lock = statement(`
  SELECT ${buckets.select('b')} FROM rate_buckets b {by rate_buckets.PRIMARY} WHERE b.bucket_key IN (?x*)
  ORDER BY b.bucket_key {for update}`)
const lockFree = statement(`
  SELECT ${buckets.select('b')} FROM rate_buckets b {by rate_buckets.PRIMARY} WHERE b.bucket_key IN (?x*)
  ORDER BY b.bucket_key {skip locked}`)
const present = statement('SELECT b.bucket_key FROM rate_buckets b WHERE b.bucket_key IN (?x*)')
const open = insertInto(buckets.table)
const put = insertOrReplace(buckets.table, ['bucket_key'])
const findIdle = statement(`
  SELECT bucket_key FROM rate_buckets {by rate_buckets.by_age} WHERE at < ? ORDER BY at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM rate_buckets WHERE bucket_key IN (?x*)')

const bucketsOf = (rows: Rows): ReadonlyMap<Digest, Bucket> =>
  new Map(rows.map(buckets.of).map(({ key, ...bucket }) => [key, bucket]))

const cellsOf = (list: ReadonlyArray<readonly [Digest, Bucket]>): readonly Cell[] =>
  buckets.rows(
    [...list].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, bucket]) => ({ key, ...bucket })),
  )

/**
 * New buckets are inserted plainly, so that two transactions that create the same one run one after another.
 */
const writing = (
  known: ReadonlyMap<Digest, Bucket>,
  next: ReadonlyMap<Digest, Bucket>,
): readonly Statement[] => {
  const opened = [...next].filter(([key]) => !known.has(key))
  const changed = [...next].filter(([key]) => known.has(key))
  return [
    ...(opened.length === 0 ? [] : [open(cellsOf(opened))]),
    ...(changed.length === 0 ? [] : [put(cellsOf(changed))]),
  ]
}

export const limitStorage = (engine: Engine): LimitStorage => ({
  take:
    (keys, decide, locked = 'wait') =>
    async () => {
      const cells = shortDigestCells(keys)
      // Locked first: MariaDB 11.6 and newer can't lock a row that changed after the first plain reading.
      const gather = locked === 'wait' ? [lock(cells)] : [lockFree(cells), present(cells)]
      const outcome = await engine.transact(gather, ([rows = [], stored = []]) => {
        const known = bucketsOf(rows)
        const skipped = new Set(stored.map(([key]) => readText(key)).filter((key) => !known.has(key)))
        const decided = decide(known, skipped)
        return { statements: writing(known, decided.buckets), result: decided.result }
      })
      return unknownIsUndone(outcome)
    },
  purge: (untouchedSinceMs, limit) => async () => {
    const outcome = await engine.transact([findIdle(untouchedSinceMs, limit)], ([rows = []]) => ({
      statements: rows.length === 0 ? [] : [remove(rows.map(([key]) => readText(key)))],
      result: rows.length,
    }))
    return unknownIsUndone(outcome)
  },
})
