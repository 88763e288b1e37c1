import type { MailJob } from '../domain/mail/mail-job.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Mails of the service's own that wait; they come in by units of work. */
export interface MailStorage {
  /** Takes due mails, oldest first, for so long: nobody else gets them in that time. */
  claim(nowMs: EpochMs, leaseMs: number, limit: number): TE.TaskEither<StorageUnavailable, readonly MailJob[]>
  /** Writes a job as it is after an attempt. */
  postpone(job: MailJob): TE.TaskEither<StorageUnavailable, void>
  /** Forgets a job that is done, or never will be. */
  remove(mailJobId: string): TE.TaskEither<StorageUnavailable, void>
}
