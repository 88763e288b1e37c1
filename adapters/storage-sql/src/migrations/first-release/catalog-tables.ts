import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** Who the tenants are, and the one number that covers every change. */
const tenantTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'catalog_epoch',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, epoch ${t.integer} NOT NULL, CHECK (one = 1)`,
  },
  {
    name: 'organizations',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, display_name ${t.text} NOT NULL, legal_name ${t.text} NOT NULL,
      status ${t.word} NOT NULL, default_currency ${t.name(8)} NOT NULL, entitled_channels ${t.text} NOT NULL,
      closed_test_channels ${t.name(128)} NOT NULL, first_book ${t.word} NOT NULL, created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL`,
  },
  {
    name: 'brands',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, name ${t.text} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id' },
  },
  {
    name: 'projects',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, brand_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL, environment ${t.word} NOT NULL, created_at ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id' },
  },
  {
    name: 'apps',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, project_id ${t.id} NOT NULL, brand_id ${t.id} NOT NULL,
      organization_id ${t.id} NOT NULL, name ${t.text} NOT NULL, platform ${t.word} NOT NULL,
      environment ${t.word} NOT NULL, status ${t.word} NOT NULL, restrictions ${t.long} NOT NULL,
      legacy_sender_id ${t.name(128)}, created_at ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id' },
  },
]

/** What an app may use: who speaks for it, how its messages leave, what they say and cost. */
const serviceTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'server_credentials',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, brand_id ${t.id} NOT NULL,
      project_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL, environment ${t.word} NOT NULL,
      selector ${t.name(64)} NOT NULL, verifier ${t.digest} NOT NULL, actions ${t.text} NOT NULL,
      channels ${t.text} NOT NULL, label ${t.text} NOT NULL, created_at ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL, revoked_at ${t.integer}, UNIQUE (selector)`,
    indexes: { of_app: 'app_id', of_organization: 'organization_id, id' },
  },
  {
    name: 'channel_configurations',
    columns: `app_id ${t.id} NOT NULL, channel ${t.word} NOT NULL, organization_id ${t.id} NOT NULL,
      sender ${t.text} NOT NULL, provider_account_ids ${t.text} NOT NULL, version ${t.integer} NOT NULL,
      PRIMARY KEY (app_id, channel)`,
  },
  {
    name: 'provider_accounts',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, name ${t.text} NOT NULL,
      channels ${t.text} NOT NULL, status ${t.word} NOT NULL, settings ${t.text} NOT NULL,
      sealed_secrets ${t.text} NOT NULL, max_concurrent ${t.integer} NOT NULL, timeout_ms ${t.integer} NOT NULL,
      created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL`,
  },
  {
    name: 'template_versions',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, template_id ${t.id} NOT NULL, organization_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL, category ${t.word} NOT NULL, language ${t.name(35)} NOT NULL,
      content ${t.long} NOT NULL, variables ${t.long} NOT NULL, status ${t.word} NOT NULL`,
    indexes: { of_organization: 'organization_id, template_id' },
  },
  {
    name: 'price_versions',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id}, channel ${t.word} NOT NULL,
      destination_prefix ${t.name(32)} NOT NULL, currency ${t.name(8)} NOT NULL, unit_amount ${t.integer} NOT NULL,
      charge_on ${t.word} NOT NULL, effective_from ${t.integer} NOT NULL, CHECK (unit_amount >= 0)`,
    indexes: {
      of_organization: 'organization_id, currency',
      by_slot: 'channel, destination_prefix, currency, effective_from, organization_id',
      of_owner: 'organization_id, id',
    },
  },
]

/** Tenants and what they may use. */
export const catalogTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...tenantTables(types),
  ...serviceTables(types),
]
