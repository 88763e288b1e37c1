import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** How messages are spread over accounts (docs/contract#several-accounts); an earlier program takes them in their order. */
export const accountRoutingColumn: Migration = {
  name: '0028_account_routing',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'channel_configurations', name: 'routing', definition: types.long },
  ],
}
