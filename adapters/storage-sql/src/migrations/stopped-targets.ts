import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** What is stopped is found without reading what is not. */
export const stoppedTargets: Migration = {
  name: '0023_stopped_targets',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: () => [
    { kind: 'index', table: 'organizations', name: 'by_status', definition: 'status, id' },
    { kind: 'index', table: 'apps', name: 'by_status', definition: 'status, id' },
  ],
}
