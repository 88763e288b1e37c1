import type { Checkpoint } from '@postrider/core/ledger/ports/ledger-storage'
import { aDigest, anId, anInteger, anIntegerOrNone, aText, aTextOrNone } from '../rows/column.js'
import { groupOrNone } from '../rows/fields.js'
import { recordTable } from '../rows/record-table.js'

export const checkpoints = recordTable<Checkpoint>('checkpoints', {
  organizationId: anId('org', 'organization_id'),
  environment: aText('environment'),
  currency: aText('currency'),
  seq: anInteger('seq'),
  postedMinor: anInteger('posted'),
  reservedMinor: anInteger('reserved'),
  digest: aDigest('digest'),
  status: aText('status'),
  checkedAtMs: anInteger('checked_at'),
  finding: aTextOrNone('finding'),
  walk: groupOrNone({
    seq: anInteger('walk_seq'),
    postedMinor: anInteger('walk_posted'),
    reservedMinor: anInteger('walk_reserved'),
    digest: aDigest('walk_digest'),
  }),
  walkedAtMs: anIntegerOrNone('walked_at'),
})
