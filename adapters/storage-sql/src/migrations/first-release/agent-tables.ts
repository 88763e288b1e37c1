import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The tables of Agents. */
export const agentTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'agent_keys',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, kind ${t.word} NOT NULL, organization_id ${t.id},
      sponsor_id ${t.id} NOT NULL, selector ${t.name(16)} NOT NULL, verifier ${t.digest} NOT NULL,
      allowlist ${t.text} NOT NULL, label ${t.text} NOT NULL, created_at ${t.integer} NOT NULL,
      expires_at ${t.integer}, revoked_at ${t.integer}, spent_at ${t.integer},
      CONSTRAINT customer_keys_have_an_organization CHECK ((kind = 'customer') = (organization_id IS NOT NULL))`,
    uniques: { by_selector: 'selector' },
    indexes: { of_organization: 'organization_id, id', of_sponsor: 'sponsor_id, id' },
  },
  {
    // Apart from the keys, which every call reads: noting a use changes nothing that is versioned by the epoch.
    name: 'agent_key_uses',
    byKey: true,
    columns: `agent_key_id ${t.id} NOT NULL PRIMARY KEY, used_at ${t.integer} NOT NULL`,
  },
]
