import type { KeyEra } from '@postrider/core/platform/domain/keys/key-era'
import { anInteger, anIntegerOrNone, aText } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const keyEras = recordTable<KeyEra>('key_eras', {
  keyId: aText('key_id'),
  namedAtMs: anInteger('named_at'),
  closedAtMs: anIntegerOrNone('closed_at'),
  finishedAtMs: anIntegerOrNone('finished_at'),
})
