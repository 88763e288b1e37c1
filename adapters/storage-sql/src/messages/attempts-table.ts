import type { Attempt } from '@postrider/core/domain/dispatch/attempt'
import { integer, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { table } from '../engine/insertion.js'

export const attempts = table('attempts', [
  'message_id x',
  'number',
  'provider_account_id x',
  'phase',
  'provider_message_id',
  'provider_reference',
  'detail',
  'started_at',
  'ended_at',
  'claim',
])

export const attemptCells = (list: readonly Attempt[]): readonly Cell[] => {
  const cells: Cell[] = []
  for (const attempt of list)
    cells.push(
      idCell(attempt.messageId),
      attempt.number,
      idCell(attempt.providerAccountId),
      attempt.phase,
      attempt.providerMessageId ?? null,
      attempt.providerReference ?? null,
      attempt.detail ?? null,
      attempt.startedAtMs,
      attempt.endedAtMs ?? null,
      attempt.claim,
    )
  return cells
}

export const attemptOf = (row: Cells): Attempt => ({
  messageId: idOf('msg', row[0]),
  number: integer(row[1]),
  providerAccountId: idOf('pac', row[2]),
  phase: text(row[3]) as Attempt['phase'],
  providerMessageId: optional(text, row[4]),
  providerReference: optional(text, row[5]),
  detail: optional(text, row[6]),
  startedAtMs: integer(row[7]),
  endedAtMs: optional(integer, row[8]),
  claim: integer(row[9]),
})
