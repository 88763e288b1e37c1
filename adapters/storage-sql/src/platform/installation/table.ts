import type { Installation } from '@postrider/core/kernel/installation/installation'
import { readText } from '../../cells/cell.js'
import { anInteger, anIntegerOrNone, aText, aTextOrNone, bytes16 } from '../../rows/column.js'
import { group, groupOrNone } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'
import { firstOf } from '../../engine/queries.js'
import type { Rows } from '../../engine/engine.js'

const bytes = (name: string) => bytes16<string>(name, (hex) => hex, readText)

export const installations = recordTable<Installation>('installation', {
  fingerprint: group({ installationId: bytes('id'), counter: anInteger('counter'), value: bytes('value') }),
  raisedAtMs: anInteger('raised_at'),
  createdAtMs: anInteger('created_at'),
  hold: groupOrNone({ sinceMs: anInteger('held_since'), because: aText('held_because') }),
  restoreHold: groupOrNone({ sinceMs: anInteger('restored_at'), beforeMs: anInteger('fenced_before') }),
  sealingKey: aTextOrNone('sealing_key'),
  signingKey: groupOrNone({ publicKey: aText('signing_public_key'), sealed: aText('sealed_signing_key') }),
  headsAtMs: anIntegerOrNone('heads_at'),
})

/** The one row. */
export const installationIn = (rows: Rows): Installation => {
  const installation = firstOf(installations.of)(rows)
  if (installation === undefined) throw new Error('the row of the installation is gone')
  return installation
}
