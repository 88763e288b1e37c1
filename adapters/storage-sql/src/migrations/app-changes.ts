import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/**
 * Since when an Organization has its app disabled, and which version of an app is the present one (docs/decisions/0062). An
 * earlier program disables none, and goes on sending for those that are while it runs beside.
 */
export const appChangeColumns: Migration = {
  name: '0038_app_changes',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'apps', name: 'disabled_at', definition: types.integer },
    { kind: 'column', table: 'apps', name: 'version', definition: `${types.integer} NOT NULL DEFAULT 1` },
  ],
}
