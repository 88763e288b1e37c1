import type { AttemptSegment } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import { anId, anInteger, aText, aTextOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const attemptSegments = recordTable<AttemptSegment>('attempt_segments', {
  messageId: anId('msg', 'message_id'),
  number: anInteger('number'),
  part: anInteger('part'),
  providerAccountId: anId('pac', 'provider_account_id'),
  providerMessageId: aText('provider_message_id'),
  providerReference: aText('provider_reference'),
  status: aTextOrNone('status'),
  failureCode: aTextOrNone('failure_code'),
})
