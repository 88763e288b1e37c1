import type {
  CountedFailure,
  FailingMessage,
  ProcessingFailures,
} from '../../providers/domain/calls/dead-letter.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { HeldMessages } from './dispatch-storage.js'

/** A message that could not be processed, held, and what was counted of it before. */
export interface LockedFailure {
  readonly message: FailingMessage
  readonly failures: ProcessingFailures | undefined
}

/** Counts what kept messages from being processed. Nothing of it is asked for while nothing fails. */
export interface DeadLetterStorage {
  /**
   * Locks the messages, reading no more of them than {@link FailingMessage}, lets `decide` count, and writes what it
   * says together with the moment at which each is due again. Right: what was written. A call that waits (`waits`, as it does
   * if nothing is said) waits some seconds for messages that other transactions hold; one that doesn't leaves them out and names them.
   */
  count(
    messageIds: readonly MessageId[],
    decide: (locked: ReadonlyMap<MessageId, LockedFailure>, held: HeldMessages) => readonly CountedFailure[],
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly CountedFailure[]>
}
