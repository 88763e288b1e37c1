import type { ProviderAccountId, ProviderTestId } from '../../kernel/ids/id.js'
import type { ProviderTest } from '../domain/provider-tests/provider-test.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** Provider tests inside a unit. */
export interface ProviderTestRepository extends Repository<ProviderTestId, ProviderTest> {
  /**
   * The account's tests that were requested since this moment. If the account is locked, the list is
   * complete.
   */
  since(providerAccountId: ProviderAccountId, fromMs: EpochMs): Promise<readonly ProviderTest[]>
}

/** Reads tests of provider accounts (docs/api/admin#provider-tests). */
export interface ProviderTestStorage {
  /** The tests that were requested after this moment and weren't taken, oldest first. */
  waiting(afterMs: EpochMs): TE.TaskEither<StorageUnavailable, readonly ProviderTestId[]>
  /** The tests of these accounts that were requested since this moment. */
  ofAccounts(
    providerAccountIds: readonly ProviderAccountId[],
    fromMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly ProviderTest[]>
  /** The test; undefined if it doesn't exist. */
  get(testId: ProviderTestId): TE.TaskEither<StorageUnavailable, AsOf<ProviderTest | undefined>>
  /** Deletes at most `most` tests that were requested before this moment. Right: the number deleted. */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
