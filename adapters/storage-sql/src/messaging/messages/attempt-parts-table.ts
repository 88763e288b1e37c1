import type { AttemptPart } from '@postrider/core/messaging/domain/dispatch/attempt-part'
import { anId, anInteger, aText, aTextOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const attemptParts = recordTable<AttemptPart>('attempt_parts', {
  messageId: anId('msg', 'message_id'),
  number: anInteger('number'),
  part: anInteger('part'),
  providerAccountId: anId('pac', 'provider_account_id'),
  providerMessageId: aText('provider_message_id'),
  providerReference: aText('provider_reference'),
  status: aTextOrNone('status'),
  failureCode: aTextOrNone('failure_code'),
})
