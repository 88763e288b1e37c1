import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'

/** The audit log. */
export const auditTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    name: 'operation_results',
    columns: `result_key ${t.id} NOT NULL PRIMARY KEY, material ${t.digest} NOT NULL, result ${t.long} NOT NULL,
      created_at ${t.integer} NOT NULL`,
    indexes: { by_age: 'created_at' },
  },
  {
    name: 'audit_log',
    columns: `id ${t.id} NOT NULL PRIMARY KEY, chain ${t.id} NOT NULL, seq ${t.integer} NOT NULL,
      actor_kind ${t.word} NOT NULL, actor_id ${t.name(128)} NOT NULL, credential_id ${t.name(128)},
      action ${t.name(128)} NOT NULL, target ${t.text} NOT NULL, outcome ${t.word} NOT NULL, reason ${t.text},
      request_id ${t.text}, client_address ${t.text}, at ${t.integer} NOT NULL, details ${t.long} NOT NULL,
      digest ${t.digest} NOT NULL, key_id ${t.name(64)}, CONSTRAINT chain_begins_at_one CHECK (seq >= 1)`,
    uniques: { by_chain: 'chain, seq' },
    indexes: { of_target: t.start('target'), in_time: 'chain, id' },
  },
  {
    name: 'audit_chains',
    byKey: true,
    columns: `chain ${t.id} NOT NULL PRIMARY KEY, seq ${t.integer} NOT NULL, digest ${t.digest} NOT NULL,
      key_id ${t.name(64)}, CONSTRAINT chain_grows CHECK (seq >= 0)`,
  },
]
