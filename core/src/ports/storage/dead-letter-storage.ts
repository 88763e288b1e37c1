import type { CountedFailure, FailingMessage, ProcessingFailures } from '../../domain/dispatch/dead-letter.js'
import type { MessageId } from '../../domain/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'

/** A message that could not be processed, held, and what was counted of it before. */
export interface LockedFailure {
  readonly message: FailingMessage
  readonly failures: ProcessingFailures | undefined
}

/** Counts what kept messages from being processed. Nothing of it is asked for while nothing fails. */
export interface DeadLetterStorage {
  /**
   * Locks the messages, reading no more of them than {@link FailingMessage}, lets `decide` count, and writes what it
   * says together with the moment at which each is due again. Right: what was written.
   */
  count(
    messageIds: readonly MessageId[],
    decide: (held: ReadonlyMap<MessageId, LockedFailure>) => readonly CountedFailure[],
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly CountedFailure[]>
}
