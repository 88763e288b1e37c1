import type { Migration } from './migration.js'
import { feed } from './feed.js'

/** Which accounts will not take a message (docs/contract#several-accounts); an earlier program asks them again. */
export const accountRefusals: Migration = {
  name: '0024_account_refusals',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: (types) => [{ kind: 'column', table: 'messages', name: 'refusals', definition: types.long }],
}
