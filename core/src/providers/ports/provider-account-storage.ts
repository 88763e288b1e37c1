import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'

/** Provider accounts, for the processes that call them. */
export interface ProviderAccountStorage {
  /** All provider accounts. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, readonly ProviderAccount[]>
}

/** Provider accounts with the epoch at which they were read. */
export interface VersionedAccountStorage {
  /** All provider accounts, ordered by id. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, AsOf<readonly ProviderAccount[]>>
}
