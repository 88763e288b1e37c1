import type { KeyVersion } from '@postrider/core/kernel/installation/key-version'
import { anInteger, anIntegerOrNone, aText } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const keyVersions = recordTable<KeyVersion>('key_versions', {
  keyId: aText('key_id'),
  namedAtMs: anInteger('named_at'),
  closedAtMs: anIntegerOrNone('closed_at'),
  finishedAtMs: anIntegerOrNone('finished_at'),
})
