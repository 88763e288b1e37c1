import type { Digest } from '@postrider/core/domain/digests/digest'
import type { Bucket } from '@postrider/core/domain/limits/token-bucket'
import type { LimitStorage } from '@postrider/core/ports/storage/limit-storage'
import { integer, text, type Cell } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertInto, insertOrReplace, table } from '../engine/insertion.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'

const buckets = table('rate_buckets', ['bucket_key x', 'milli_tokens', 'at'])

const lock = statement(`
  SELECT bucket_key, milli_tokens, at FROM rate_buckets {by rate_buckets.PRIMARY} WHERE bucket_key IN (?x*)
  ORDER BY bucket_key {for update}`)
const open = insertInto(buckets)
const put = insertOrReplace(buckets, ['bucket_key'])
const findIdle = statement(`
  SELECT bucket_key FROM rate_buckets {by rate_buckets.by_age} WHERE at < ? ORDER BY at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM rate_buckets WHERE bucket_key IN (?x*)')

/** Fractions of a token are kept, down to a thousandth: what a bucket gained must not be lost by looking at it. */
const PARTS = 1000

const bucketsOf = (rows: Rows): ReadonlyMap<Digest, Bucket> =>
  new Map(
    rows.map(
      ([key, parts, at]) => [text(key), { tokens: integer(parts) / PARTS, atMs: integer(at) }] as const,
    ),
  )

const cellsOf = (list: ReadonlyArray<readonly [Digest, Bucket]>): readonly Cell[] =>
  [...list]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, { tokens, atMs }]) => [digestCell(key, 16), Math.floor(tokens * PARTS), atMs])

/** Buckets that nobody opened yet are inserted plainly: two who open one at once do so one after the other. */
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
  take: (keys, decide) => async () => {
    const outcome = await engine.transact([lock(keys.map((key) => digestCell(key, 16)))], ([rows = []]) => {
      const known = bucketsOf(rows)
      const decided = decide(known)
      return { statements: writing(known, decided.buckets), result: decided.result }
    })
    return unknownIsUndone(outcome)
  },
  purge: (untouchedSinceMs, limit) => async () => {
    const outcome = await engine.transact([findIdle(untouchedSinceMs, limit)], ([rows = []]) => ({
      statements: rows.length === 0 ? [] : [remove(rows.map(([key]) => text(key)))],
      result: rows.length,
    }))
    return unknownIsUndone(outcome)
  },
})
