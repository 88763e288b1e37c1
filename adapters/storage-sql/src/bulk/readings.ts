import type { BulkId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { BulkStorage } from '@postrider/core/bulk/ports/bulk-storage'
import { readText } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { eachOf, firstOf, queries, queryOf } from '../engine/queries.js'
import { statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { bulkItems, bulks } from './tables.js'

const findDue = statement(`
  SELECT b.id FROM bulks b {by bulks.by_state}
  WHERE b.state = 'running' AND (b.claim = ? OR b.lease_until <= ?) ORDER BY b.created_at LIMIT 1`)
const findBulk = statement(`SELECT ${bulks.select('b')} FROM bulks b {by bulks.PRIMARY} WHERE b.id = ?x`)
const listItems = (condition: string) =>
  statement(`
    SELECT ${bulkItems.select('i')} FROM bulk_items i {by bulk_items.PRIMARY}
    WHERE i.bulk_id = ?x AND i.number > ? ${condition} ORDER BY i.number LIMIT ?`)
const allItems = listItems('')
const refusedItems = listItems('AND i.refusal IS NOT NULL')

const findOld = statement(`
  SELECT b.id FROM bulks b {by bulks.by_state} WHERE b.state = ? AND b.created_at < ? ORDER BY b.created_at LIMIT ?
  {skip locked}`)
const removeItems = statement('DELETE FROM bulk_items WHERE bulk_id IN (?x*)')
const removeBulks = statement('DELETE FROM bulks WHERE id IN (?x*)')

/** Each bulk has thousands of items. */
const PURGED_AT_ONCE = 4

const purge = async (engine: Engine, previewedBeforeMs: number, madeBeforeMs: number) => {
  const outcome = await engine.transact(
    [
      findOld('previewed', previewedBeforeMs, PURGED_AT_ONCE),
      findOld('done', madeBeforeMs, PURGED_AT_ONCE),
      findOld('stopped', madeBeforeMs, PURGED_AT_ONCE),
    ],
    (found) => {
      const ids = found.flat().map(([id]) => readText(id))
      return { statements: ids.length === 0 ? [] : [removeItems(ids), removeBulks(ids)], result: ids.length }
    },
  )
  return unknownIsUndone(outcome)
}

const pageQueries = (bulkId: BulkId, after: number, limit: number) =>
  queries({
    bulk: queryOf(findBulk(idCell(bulkId)), firstOf(bulks.of)),
    items: queryOf(refusedItems(idCell(bulkId), after, limit), eachOf(bulkItems.of)),
  })

/** Reads bulks. */
export const bulkStorage = (engine: Engine): BulkStorage => ({
  due: (claim, nowMs) => async () => {
    const read = await engine.read([findDue(claim, nowMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => firstOf(([id]) => idOf('blk', id))(rows))(read)
  },
  items: (bulkId, after, limit) => async () => {
    const read = await engine.read([allItems(idCell(bulkId), after, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(bulkItems.of))(read)
  },
  refusals: (bulkId, after, limit) => () => {
    const page = pageQueries(bulkId, after, limit)
    return readAsOf(engine, page.statements, (answers) => {
      const { bulk, items } = page.of(answers)
      return bulk && { bulk, items }
    })
  },
  purge: (previewedBeforeMs, madeBeforeMs) => () => purge(engine, previewedBeforeMs, madeBeforeMs),
})
