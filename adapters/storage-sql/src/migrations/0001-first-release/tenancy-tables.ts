import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The tenants, and the versions of the data that sending depends on. */
const tenantTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'catalog_epoch',
    columns: `one ${t.small} NOT NULL PRIMARY KEY, epoch ${t.integer} NOT NULL, CHECK (one = 1)`,
  },
  {
    name: 'catalog_versions',
    byKey: true,
    columns: `scope ${t.id} NOT NULL PRIMARY KEY, epoch ${t.integer} NOT NULL, services_epoch ${t.integer} NOT NULL,
      templates_epoch ${t.integer} NOT NULL, prices_epoch ${t.integer} NOT NULL, budgets_epoch ${t.integer} NOT NULL,
      credentials_epoch ${t.integer} NOT NULL`,
    indexes: { by_epoch: 'epoch' },
  },
  {
    name: 'organizations',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, display_name ${t.text} NOT NULL, legal_name ${t.text} NOT NULL,
      status ${t.word} NOT NULL, default_currency ${t.name(3)} NOT NULL, entitled_channels ${t.text} NOT NULL,
      closed_test_channels ${t.name(128)} NOT NULL, created_at ${t.integer} NOT NULL, version ${t.integer} NOT NULL,
      requires_second_factor ${t.integer} NOT NULL`,
    indexes: { by_status: 'status, id' },
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
      legacy_sender_id ${t.name(128)}, keyword_replies ${t.text} NOT NULL, languages ${t.text}, created_at ${t.integer} NOT NULL,
      disabled_at ${t.integer}, version ${t.integer} NOT NULL`,
    indexes: { of_organization: 'organization_id', by_status: 'status, id' },
  },
]

/** The services of an app. */
const serviceTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'server_credentials',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, organization_id ${t.id} NOT NULL, brand_id ${t.id} NOT NULL,
      project_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL, environment ${t.word} NOT NULL,
      selector ${t.name(64)} NOT NULL, verifier ${t.digest} NOT NULL, actions ${t.text} NOT NULL,
      channels ${t.text} NOT NULL, label ${t.text} NOT NULL, created_at ${t.integer} NOT NULL,
      expires_at ${t.integer} NOT NULL, revoked_at ${t.integer}, created_by ${t.id}, created_by_key ${t.id},
      UNIQUE (selector)`,
    indexes: { of_app: 'app_id', of_organization: 'organization_id, id', by_expiry: 'expires_at, id' },
  },
  {
    // Separate from the credentials, which acceptances read: recording a use changes nothing that is
    // versioned by the epoch.
    name: 'credential_uses',
    byKey: true,
    columns: `credential_id ${t.id} NOT NULL PRIMARY KEY, used_at ${t.integer} NOT NULL`,
  },
  {
    // The credentials whose apps have the event about their end.
    name: 'credential_notices',
    byKey: true,
    columns: `credential_id ${t.id} NOT NULL PRIMARY KEY, noted_at ${t.integer} NOT NULL`,
  },
  {
    name: 'channel_configurations',
    columns: `app_id ${t.id} NOT NULL, channel ${t.word} NOT NULL, organization_id ${t.id} NOT NULL,
      senders ${t.long} NOT NULL, provider_account_ids ${t.text} NOT NULL, version ${t.integer} NOT NULL,
      routing ${t.long}, PRIMARY KEY (app_id, channel)`,
  },
  {
    name: 'billing_profiles',
    columns: `organization_id ${t.id} NOT NULL, app_id ${t.id} NOT NULL PRIMARY KEY, legal_name ${t.text} NOT NULL,
      tax_id ${t.text}, address_line_1 ${t.text} NOT NULL, address_line_2 ${t.text}, city ${t.text} NOT NULL,
      region ${t.text}, postal_code ${t.text}, country_code ${t.name(8)} NOT NULL,
      billing_email ${t.name(320)} NOT NULL, version ${t.integer} NOT NULL`,
  },
]

/** Tenants and their services. */
export const tenancyTables = (types: ColumnTypes): readonly TableDefinition[] => [
  ...tenantTables(types),
  ...serviceTables(types),
]
