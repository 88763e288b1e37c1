import type { Migration } from './migration.js'
import { assertionTable } from './assertions.js'

/**
 * When sponsors confirmed the Agent keys that others made for them, and who created server credentials. Keys that are there count as
 * confirmed. An earlier program that runs next to this one makes keys that wait for their sponsor, and lets in keys that wait.
 */
export const confirmedKeyColumns: Migration = {
  name: '0045_confirmed_keys',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: ({ id, integer }) => [
    { kind: 'column', table: 'agent_keys', name: 'confirmed_at', definition: integer },
    { kind: 'column', table: 'server_credentials', name: 'created_by', definition: id },
    { kind: 'column', table: 'server_credentials', name: 'created_by_key', definition: id },
  ],
  changes: ['UPDATE agent_keys SET confirmed_at = created_at WHERE confirmed_at IS NULL'],
}
