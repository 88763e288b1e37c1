import { TEST_MESSAGE_KEPT_MS } from '../../../providers/domain/test-message.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { TE } from '../../../fp.js'
import type { TestMessageStorage } from '../../ports/test-message-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

interface Needs {
  readonly storage: { readonly testMessages: TestMessageStorage }
  readonly clock: Clock
}

/** Deletes at most `most` test messages delivered more than a day ago. Right: the number deleted. */
export const purgeTestMessages =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.testMessages.purge(clock.nowMs() - TEST_MESSAGE_KEPT_MS, most)
