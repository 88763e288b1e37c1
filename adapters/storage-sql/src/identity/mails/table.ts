import type { MailJob } from '@postrider/core/identity/domain/mail/mail-job'
import { aShortDigest, aText, anInteger } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const mailJobs = recordTable<MailJob>('mail_jobs', {
  mailJobId: aShortDigest('id'),
  kind: aText('kind'),
  sealed: aText('sealed'),
  createdAtMs: anInteger('created_at'),
  dueAtMs: anInteger('due_at'),
  attempts: anInteger('attempts'),
  expiresAtMs: anInteger('expires_at'),
})
