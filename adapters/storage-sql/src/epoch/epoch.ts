import { readInteger, isNull } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'

export const readEpoch = statement('SELECT epoch FROM catalog_epoch')
/** The epoch, and since when the database is held: what every acceptance stands on. */
export const readStatus = statement(`
  SELECT e.epoch, i.held_since FROM catalog_epoch e {in this order} installation i ON i.one = 1 WHERE e.one = 1`)
export const lockEpoch = statement('SELECT epoch FROM catalog_epoch {for update}')
/** Lets others lock it so too, and nobody advance it. */
export const shareEpoch = statement('SELECT epoch FROM catalog_epoch {for share}')
export const advanceEpoch = statement('UPDATE catalog_epoch SET epoch = epoch + 1')

export const epochOf = (rows: Rows | undefined): number => readInteger(rows?.[0]?.[0])

/** What every acceptance stands on. */
export const catalogStatusOf = (rows: Rows) => ({
  catalogEpoch: epochOf(rows),
  isHeld: !isNull(rows[0]?.[1]),
})
