import type { FailureStage, ProcessingFailures } from '@postrider/core/providers/domain/calls/dead-letter'
import { aText, anId, anInteger, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const processingFailures = recordTable<ProcessingFailures>('processing_failures', {
  messageId: anId('msg', 'message_id'),
  failures: anInteger('failures'),
  stage: aText<FailureStage>('stage'),
  firstAtMs: anInteger('first_at'),
  lastAtMs: anInteger('last_at'),
  deadAtMs: anIntegerOrNone('dead_at'),
  version: anInteger('version'),
})
