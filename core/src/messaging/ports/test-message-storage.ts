import type { MessageId } from '../../kernel/ids/id.js'
import type { StoredTestMessage } from '../../providers/domain/test-message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TenantScope } from '../../tenancy/domain/tenant-scope.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A delivery before its app is known. */
export type SealedDelivery = Pick<StoredTestMessage, 'messageId' | 'deliveredAtMs' | 'sealed'>

export interface TestMessageQuery {
  readonly scope: TenantScope
  /** Only messages to this recipient, in the form of a message's `to`. */
  readonly to: string | undefined
  /** The last message shown. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** Messages that the sandbox delivered in the test environment (docs/api/sandbox#test-messages). */
export interface TestMessageStorage {
  /**
   * Stores deliveries of messages of the test environment, each once, and keeps only the newest `most` of
   * each app. Deliveries of other messages are skipped. Right: the number of new ones.
   */
  keep(delivered: readonly SealedDelivery[], most: number): TE.TaskEither<StorageUnavailable, number>
  /** An app's test messages, in the reverse order of their acceptance. */
  list(query: TestMessageQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoredTestMessage[]>>
  /** The app's test message; undefined for an unknown message or one of another app. */
  get(
    scope: TenantScope,
    messageId: MessageId,
  ): TE.TaskEither<StorageUnavailable, AsOf<StoredTestMessage | undefined>>
  /** Deletes at most `most` messages that were delivered before the given time. Right: the number deleted. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
