import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** The vendor's identifiers that authors of templates enter. An earlier program keeps them and shows none. */
export const enteredRegistrationColumn: Migration = {
  name: '0047_entered_registration',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'template_drafts', name: 'entered_registration', definition: types.text },
  ],
}
