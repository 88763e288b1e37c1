import type { HoldCause, Installation } from '@postrider/core/domain/installation/installation'
import type { Mark } from '@postrider/core/domain/installation/mark'
import { integer, isNull, optional, text, type Cells } from '../cells/cell.js'
import { columnsOf, table } from '../engine/insertion.js'

const installation = table('installation', [
  'id x',
  'counter',
  'value x',
  'raised_at',
  'created_at',
  'held_since',
  'held_because',
  'restored_at',
  'fenced_before',
  'sealing_key',
  'signing_public_key',
  'sealed_signing_key',
  'heads_at',
])

/** Its columns for a SELECT from this alias. */
export const installationColumns = (alias: string): string => columnsOf(installation, alias)

const markOf = (row: Cells): Mark => ({
  installationId: text(row[0]),
  counter: integer(row[1]),
  value: text(row[2]),
})

export const installationOf = (row: Cells | undefined): Installation => {
  if (row === undefined) throw new Error('the row of the installation is gone')
  return {
    mark: markOf(row),
    raisedAtMs: integer(row[3]),
    createdAtMs: integer(row[4]),
    hold: isNull(row[5]) ? undefined : { sinceMs: integer(row[5]), because: text(row[6]) as HoldCause },
    fence: isNull(row[7]) ? undefined : { sinceMs: integer(row[7]), beforeMs: integer(row[8]) },
    sealingKey: optional(text, row[9]),
    signingKey: isNull(row[10]) ? undefined : { publicKey: text(row[10]), sealed: text(row[11]) },
    headsAtMs: optional(integer, row[12]),
  }
}
