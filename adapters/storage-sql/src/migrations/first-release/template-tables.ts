import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The tables of templates on their way to being sent. */
export const templateTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'template_drafts',
    columns: `draft_id ${t.id} NOT NULL, version ${t.integer} NOT NULL, organization_id ${t.id} NOT NULL,
      template_version_id ${t.id} NOT NULL, name ${t.text} NOT NULL, category ${t.word} NOT NULL,
      language ${t.name(35)} NOT NULL, content ${t.long} NOT NULL, variables ${t.long} NOT NULL,
      state ${t.word} NOT NULL, state_since ${t.integer} NOT NULL, expected_by ${t.integer}, registration ${t.text},
      history ${t.long} NOT NULL, channel ${t.word} NOT NULL, size ${t.integer} NOT NULL,
      PRIMARY KEY (draft_id, version), CHECK (version >= 1)`,
    indexes: {
      of_organization: 'organization_id, draft_id',
      by_state: 'state, state_since, template_version_id',
    },
  },
]
