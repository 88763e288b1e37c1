import { sheetName } from '@postrider/core/domain/ledger/book'
import type { Tally } from '@postrider/core/domain/ledger/replay'
import type { Checkpoint } from '@postrider/core/ports/storage/ledger-storage'
import { integer, isNull, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import { table } from '../engine/insertion.js'

export const checkpoints = table('checkpoints', [
  'organization_id x',
  'currency',
  'seq',
  'posted',
  'reserved',
  'digest x',
  'status',
  'checked_at',
  'finding',
  'walk_seq',
  'walk_posted',
  'walk_reserved',
  'walk_digest x',
  'walked_at',
])

const walkCells = (walk: Tally | undefined): readonly Cell[] =>
  walk === undefined
    ? [null, null, null, null]
    : [walk.seq, walk.postedMinor, walk.reservedMinor, digestCell(walk.digest, 32)]

const walkOf = ([seq, posted, reserved, digest]: Cells): Tally | undefined =>
  isNull(seq)
    ? undefined
    : {
        seq: integer(seq),
        postedMinor: integer(posted),
        reservedMinor: integer(reserved),
        digest: text(digest),
      }

export const checkpointCells = (checkpoint: Checkpoint): readonly Cell[] => [
  idCell(checkpoint.organizationId),
  sheetName(checkpoint),
  checkpoint.seq,
  checkpoint.postedMinor,
  checkpoint.reservedMinor,
  digestCell(checkpoint.digest, 32),
  checkpoint.status,
  checkpoint.checkedAtMs,
  checkpoint.finding ?? null,
  ...walkCells(checkpoint.walk),
  checkpoint.walkedAtMs ?? null,
]

export const checkpointOf = (row: Cells): Checkpoint => ({
  organizationId: idOf('org', row[0]),
  ...sheetOf(row[1]),
  seq: integer(row[2]),
  postedMinor: integer(row[3]),
  reservedMinor: integer(row[4]),
  digest: text(row[5]),
  status: text(row[6]) as Checkpoint['status'],
  checkedAtMs: integer(row[7]),
  finding: optional(text, row[8]),
  walk: walkOf(row.slice(9, 13)),
  walkedAtMs: optional(integer, row[13]),
})
