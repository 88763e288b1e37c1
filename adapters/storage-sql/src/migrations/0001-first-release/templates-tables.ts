import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Template drafts, and the versions that are sent. */
export const templatesTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'template_versions',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, template_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL, category ${t.word} NOT NULL, language ${t.name(35)} NOT NULL,
      content ${t.long} NOT NULL, variables ${t.long} NOT NULL, status ${t.word} NOT NULL, for_sandbox ${t.integer},
      variant_of ${t.id}`,
    indexes: { of_organization: 'organization_id, template_id' },
  },
  {
    name: 'template_drafts',
    columns: `draft_id ${t.id} NOT NULL, version ${t.integer} NOT NULL, organization_id ${t.id} NOT NULL,
      template_version_id ${t.id} NOT NULL, name ${t.text} NOT NULL, category ${t.word} NOT NULL,
      language ${t.name(35)} NOT NULL, content ${t.long} NOT NULL, variables ${t.long} NOT NULL,
      state ${t.word} NOT NULL, state_since ${t.integer} NOT NULL, expected_by ${t.integer}, registration ${t.text},
      history ${t.long} NOT NULL, channel ${t.word} NOT NULL, size ${t.integer} NOT NULL, vendor_template ${t.text},
      for_sandbox ${t.integer}, entered_registration ${t.text}, variant_of ${t.id}, PRIMARY KEY (draft_id, version), CHECK (version >= 1)`,
    indexes: {
      of_organization: 'organization_id, draft_id',
      of_template: 'variant_of, draft_id',
      by_state: 'state, state_since, template_version_id',
    },
  },
  {
    name: 'template_reports',
    columns: `name ${t.text} NOT NULL, language ${t.text} NOT NULL, verdict ${t.word} NOT NULL, reason ${t.text},
      words ${t.text}, decided_at ${t.integer}, id ${t.id} NOT NULL PRIMARY KEY, provider_account_id ${t.id} NOT NULL,
      event_digest ${t.id} NOT NULL, event_key ${t.text} NOT NULL, received_at ${t.integer} NOT NULL,
      state ${t.word} NOT NULL, raw ${t.long} NOT NULL, UNIQUE (provider_account_id, event_digest)`,
    indexes: { by_age: 'received_at', by_state: 'state, received_at' },
  },
  {
    name: 'starter_templates',
    byKey: true,
    columns: `slot ${t.name(64)} NOT NULL PRIMARY KEY, name ${t.text} NOT NULL, category ${t.word} NOT NULL,
      language ${t.name(35)} NOT NULL, content ${t.long} NOT NULL, variables ${t.long} NOT NULL,
      approved_by ${t.id} NOT NULL, reason ${t.text} NOT NULL, approved_at ${t.integer} NOT NULL,
      version ${t.integer} NOT NULL`,
  },
  {
    name: 'test_grants',
    byKey: true,
    columns: `organization_id ${t.id} NOT NULL PRIMARY KEY, credit ${t.text}, templates ${t.text} NOT NULL`,
  },
]
