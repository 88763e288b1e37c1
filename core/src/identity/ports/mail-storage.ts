import type { MailJob } from '../domain/mail/mail-job.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Waiting emails of the service itself; units of work add them. */
export interface MailStorage {
  /** Claims due emails, oldest first, for `leaseMs`: no other process gets them in that time. */
  claim(nowMs: EpochMs, leaseMs: number, limit: number): TE.TaskEither<StorageUnavailable, readonly MailJob[]>
  /** Stores a job's state after an attempt. */
  postpone(job: MailJob): TE.TaskEither<StorageUnavailable, void>
  /** Deletes a job that is done, or given up. */
  remove(mailJobId: string): TE.TaskEither<StorageUnavailable, void>
}
