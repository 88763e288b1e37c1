import type { AccountKey } from '../domain/account.js'
import type { BalanceAlert } from '../domain/balance-alert.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Alerts about low balances (docs/api/money#low-balance); units of work change them. */
export interface BalanceAlertStorage {
  /** The account's alert; undefined if none was ever set. */
  of(account: AccountKey): TE.TaskEither<StorageUnavailable, AsOf<BalanceAlert | undefined>>
  /** At most `limit` accounts whose balance has crossed their threshold since it was last compared. */
  crossed(limit: number): TE.TaskEither<StorageUnavailable, readonly AccountKey[]>
}
