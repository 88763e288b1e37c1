import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** By which somebody's own invitations and an Organization's chats are found; an earlier program asks for neither. */
export const ownListIndexes: Migration = {
  name: '0037_own_lists',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: () => [
    { kind: 'index', table: 'invitations', name: 'of_address', definition: 'email_key, status, id' },
    { kind: 'index', table: 'chats', name: 'of_organization', definition: 'organization_id, id' },
  ],
}
