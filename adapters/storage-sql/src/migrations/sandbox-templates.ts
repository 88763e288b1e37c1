import { assertionTable } from './assertions.js'
import type { Migration } from './migration.js'

/** Which texts are approved for the sandbox alone (docs/contract#template-review); an earlier program approves none so. */
export const sandboxTemplateColumns: Migration = {
  name: '0036_sandbox_templates',
  oldestProgram: assertionTable.oldestProgram,
  statements: () => [],
  additions: (types) =>
    ['template_drafts', 'template_versions'].map((table) => ({
      kind: 'column',
      table,
      name: 'for_sandbox',
      definition: types.integer,
    })),
}
