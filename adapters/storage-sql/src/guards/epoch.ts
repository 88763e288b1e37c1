import { readInteger } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'

export const readEpoch = statement('SELECT epoch FROM catalog_epoch')
export const lockEpoch = statement('SELECT epoch FROM catalog_epoch {for update}')
/** Takes a shared lock, so that no other transaction advances it. */
export const shareEpoch = statement('SELECT epoch FROM catalog_epoch {for share}')
export const advanceEpoch = statement('UPDATE catalog_epoch SET epoch = epoch + 1')

export const epochOf = (rows: Rows | undefined): number => readInteger(rows?.[0]?.[0])
