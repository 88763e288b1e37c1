import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** The super admin to whom a chat or a ticket is assigned. An earlier program assigns none and keeps those that are. */
export const supportOperatorColumns: Migration = {
  name: '0043_support_operators',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: (types) =>
    ['chats', 'tickets'].flatMap((table) => [
      { kind: 'column' as const, table, name: 'operator_id', definition: types.id },
      { kind: 'index' as const, table, name: 'of_operator', definition: 'operator_id, status, id' },
    ]),
}
