import type { KeyEra } from '@postrider/core/domain/keys/key-era'
import { integer, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { columnsOf, table } from '../engine/insertion.js'

export const keyEras = table('key_eras', ['key_id', 'named_at', 'closed_at', 'finished_at'])

/** Its columns for a SELECT from this alias. */
export const keyEraColumns = (alias: string): string => columnsOf(keyEras, alias)

export const keyEraCells = ({ keyId, namedAtMs, closedAtMs, finishedAtMs }: KeyEra): readonly Cell[] => [
  keyId,
  namedAtMs,
  closedAtMs ?? null,
  finishedAtMs ?? null,
]

export const keyEraOf = (row: Cells): KeyEra => ({
  keyId: text(row[0]),
  namedAtMs: integer(row[1]),
  closedAtMs: optional(integer, row[2]),
  finishedAtMs: optional(integer, row[3]),
})
