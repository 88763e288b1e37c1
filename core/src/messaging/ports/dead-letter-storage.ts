import type {
  CountedFailure,
  FailingMessage,
  ProcessingFailures,
} from '../../providers/domain/calls/dead-letter.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { HeldMessages } from './dispatch-storage.js'

/** A locked message that couldn't be processed, and its earlier failures. */
export interface LockedFailure {
  readonly message: FailingMessage
  readonly failures: ProcessingFailures | undefined
}

/** Counts processing failures of messages. It isn't used while nothing fails. */
export interface DeadLetterStorage {
  /**
   * Locks the messages, reading only {@link FailingMessage}, lets `decide` count, and writes the result with
   * the time at which each message is due again. Right: what was written. If `waits` is true (the default),
   * the call waits some seconds for messages that other transactions hold. Otherwise it leaves them out and
   * names them.
   */
  count(
    messageIds: readonly MessageId[],
    decide: (locked: ReadonlyMap<MessageId, LockedFailure>, held: HeldMessages) => readonly CountedFailure[],
    waits?: boolean,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly CountedFailure[]>
}
