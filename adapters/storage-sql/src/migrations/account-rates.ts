import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** How fast a provider account may be called (docs/contract#several-accounts); an earlier program calls it as fast as it can. */
export const accountRateColumn: Migration = {
  name: '0027_account_rates',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'provider_accounts', name: 'rate_per_second', definition: types.integer },
  ],
}
