import type { ProviderAccountId, ProviderTestId } from '../../kernel/ids/id.js'
import type { ProviderTest } from '../domain/provider-tests/provider-test.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** Tests inside a unit. */
export interface ProviderTestRepository extends Repository<ProviderTestId, ProviderTest> {
  /** The account's tests that were requested from the moment on. Whoever holds the account sees all of them. */
  since(providerAccountId: ProviderAccountId, fromMs: EpochMs): Promise<readonly ProviderTest[]>
}

/** Tests of provider accounts, as they are read (docs/contract#provider-tests). */
export interface ProviderTestStorage {
  /** Those that were requested after the moment and that nobody has taken, oldest first. */
  waiting(afterMs: EpochMs): TE.TaskEither<StorageUnavailable, readonly ProviderTestId[]>
  /** Those of these accounts that were requested from the moment on. */
  ofAccounts(
    providerAccountIds: readonly ProviderAccountId[],
    fromMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly ProviderTest[]>
  /** The test; undefined where there is none. */
  get(testId: ProviderTestId): TE.TaskEither<StorageUnavailable, AsOf<ProviderTest | undefined>>
  /** Deletes at most so many that were requested before the moment. Right: how many. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
