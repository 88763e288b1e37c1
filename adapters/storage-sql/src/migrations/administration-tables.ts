import type { Addition } from './addition.js'
import type { ColumnTypes, TableDefinition } from './dialect.js'

/** The tables of administration. */
export const administrationTables = (t: ColumnTypes): readonly TableDefinition[] => [
  {
    // Apart from the keys, which every call reads: noting a use changes nothing that is believed.
    name: 'agent_key_uses',
    byKey: true,
    columns: `agent_key_id ${t.id} NOT NULL PRIMARY KEY, used_at ${t.integer} NOT NULL`,
  },
]

/** What earlier tables get: versions of what operators change, and the orders in which they read. */
export const administrationAdditions = (t: ColumnTypes): readonly Addition[] => [
  {
    kind: 'column',
    table: 'channel_configurations',
    name: 'version',
    definition: `${t.integer} NOT NULL DEFAULT 1`,
  },
  {
    kind: 'column',
    table: 'provider_accounts',
    name: 'version',
    definition: `${t.integer} NOT NULL DEFAULT 1`,
  },
  { kind: 'index', table: 'audit_log', name: 'in_time', definition: 'chain, id' },
  { kind: 'index', table: 'tickets', name: 'by_status', definition: 'status, id' },
  { kind: 'index', table: 'tickets', name: 'by_priority', definition: 'status, priority, id' },
  { kind: 'index', table: 'chats', name: 'in_turn', definition: 'status, id' },
]
